"""Base class of the read views shared by all transports."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field


class View(BaseModel):
    """Immutable read view that contains only data its reader may see."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def of(cls, row: Any, **values: Any) -> Self:
        """Return the view of a row.

        Args:
            values: of fields. Required fields that are left out are the row's attributes of the same names; optional ones
                keep their defaults, so that nothing is shown by accident.
        """
        required = (name for name, field in cls.model_fields.items() if field.is_required() and name not in values)
        return cls(**{name: getattr(row, name) for name in required}, **values)


class PhotoSizes(View):
    """The sizes of a stored image, which is all that a page needs to show it.

    Attributes:
        url: the largest size. The URL of another size has its width in the place of `width`.
        widths: of all sizes in pixels, ascending; empty for a file with one size.
        width, height: pixels of the largest size.
        ai_made: made or changed by AI, so that pages label it.
    """

    url: str
    widths: tuple[int, ...] = ()
    width: int = 0
    height: int = 0
    ai_made: bool = Field(False, exclude_if=lambda value: not value)

    def thumb_url(self) -> str:
        """Return the URL of the smallest size."""
        return self.url.replace(f"-{self.width}.", f"-{self.widths[0]}.") if self.widths else self.url


class Photo(PhotoSizes):
    """A stored image."""

    id: str = ""
    name: str = ""
