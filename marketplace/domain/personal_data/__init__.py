"""Personal data: the archive that people download, and the deletion of accounts.

It stands above all other domains: `rows` names the rows of a person in every table, `erasing` withdraws what is open and
erases them, `service` does so for people who ask, `dormancy` for accounts that nobody uses.
"""

from marketplace.domain.personal_data.dormancy import erase_dormant
from marketplace.domain.personal_data.erasing import ERASE_JOB, erase_rest
from marketplace.domain.personal_data.service import delete_account, export_archive
