"""The enquiry pages of sellers and buyers."""
