"""What ``assistant-test lint`` needs beside the checks: which files, under which settings, told in which form.

gathering      paths of the command line -> files, those of one folder together
settings       severities, what may stand, what is passed over; where their file is found
settings_file  the file itself, strictly read
told           one file with what was found
rules          what each check looks for
sarif          all files as SARIF
"""
