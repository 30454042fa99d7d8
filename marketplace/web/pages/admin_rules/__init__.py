"""The admin page with the rules that warn of fraud."""
