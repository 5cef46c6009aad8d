"""Tests of other tools to suite files, with a list of all that could not be carried over.

loading     files and folders -> documents, each with a ledger
ledger      which part of a document was carried over, left out, or never looked at
formats     which converter a document belongs to
promptfoo, vapi_evals, vapi_simulations, vapi_test_suites, elevenlabs    one format each: recognise and convert, pure
writing     a suite -> the text of a suite file
whole       all of it: files in, drafts and notes out
"""

from worker.importing.whole import Draft, Imported, imported

__all__ = ["Draft", "Imported", "imported"]
