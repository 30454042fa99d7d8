"""The public address of the site, its name, and the fixed texts of its home page."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators


class SiteSettings(BaseModel):
    """The public address of the site, its name, and the fixed texts of its home page."""

    site_url: Annotated[str, AfterValidator(validators.site_url)] = Field(
        "", description="public address; empty: http://localhost:PORT"
    )
    site_name: str = Field("Chowk", description="name shown in the header, titles and mails")
    secret_key: str = Field("", description="signing key, at least 32 characters; empty: created once in DATA_DIR")
    demo: bool | None = Field(None, description="demo data: empty loads it on loopback only, true elsewhere too")
    dev_page: str = Field("", description="folder of web/pages that `dev` compiles alone; empty: all pages")
    support_url: Annotated[str, AfterValidator(validators.contact_url)] = Field(
        "", description="target of the Help/Support link; empty: the contact page"
    )
    contact_email: Annotated[str, AfterValidator(validators.email)] = Field(
        "", description="public contact address; empty: hello@ and the host of SITE_URL"
    )
    home_counter: str = Field("1238+", description="fixed marketing counter")
    home_claim: str = Field("15,00,000", description="number of classifieds claimed in the banner")
    geocoder_url: Annotated[str, AfterValidator(validators.http_url)] = Field(
        "", description="empty: offline GeoNames; else a Nominatim-compatible server"
    )
