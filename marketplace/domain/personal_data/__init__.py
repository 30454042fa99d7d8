"""Personal data: the archive that people download, and the deletion of accounts.

It stands above all other domains: `selection` names what belongs to an account, `archive` collects and `rows` erases it, `erasing`
withdraws what is open before, `service` does so for people who ask, `dormancy` for accounts that nobody uses.
"""

from marketplace.domain.personal_data.dormancy import erase_dormant
from marketplace.domain.personal_data.erasing import ERASE_JOB, erase_rest
from marketplace.domain.personal_data.service import delete_account, export_archive
