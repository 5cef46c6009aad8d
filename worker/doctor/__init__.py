"""What a deployment needs, looked at part by part, each with what it is and how to mend it; changes nothing.

findings      what a check says
installation  settings, adapters, programs of the embedded servers
database      PostgreSQL, its revision, and the facts that it holds of the processes
broker        Valkey or Redis
processes     those facts to findings: workers, beat, relay, what waits; pure
examination   all of them, in an order in which the first bad one is the one to mend
"""

from worker.doctor.examination import examine
from worker.doctor.findings import Finding, State, worst

__all__ = ["Finding", "State", "examine", "worst"]
