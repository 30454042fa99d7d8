"""Texts about breaches."""

SUBJECT = "Your personal data at {site} was affected by a breach"
TEXT = """Hello,

Personal data of your account at {site} was affected by a breach.

What happened: {nature}
Extent: {extent}
When: {timing}
Where: {location}

What may follow for you: {consequences}
What we did: {measures}
What you can do: {advice}

Questions: {contact}

{site}
{url}
"""

BOARD = """DRAFT to the Data Protection Board of India (DPDP Rules 2025, rule 7(2); in force from {since})
A description is due without delay, the details by {by} ({time} after we noticed, {noticed}).

Nature: {nature}
Extent: {extent}
When: {timing}
Where: {location}
Likely impact: {consequences}

Events, circumstances and reasons: [to fill in]
Measures to mitigate: {measures}
Findings on who caused it: [to fill in]
Remedies against a recurrence: [to fill in]
Notices to the people concerned: {count} accounts, by notification and mail
Contact: {contact}
"""
CERT_IN = """DRAFT to CERT-In (directions of 28 April 2022; see cert-in.org.in for the form and the address)
Due by {by} ({time} after we noticed, {noticed}).

Incident: {nature}
Affected: {extent}
When: {timing}
Where, systems: {location}
Impact: {consequences}
Measures: {measures}
Contact: {contact}
Symptoms, addresses, logs: [to fill in; keep the logs for {keep}]
"""

BAD_DRAFT = "The description of the breach is not complete: {problem}"
NOBODY = "Say who is affected: everybody = true, accounts = [...] or [active] with first and last."
FUTURE = "noticed_at lies in the future."
UNKNOWN_ACCOUNT = "There is no account {account_id}."
