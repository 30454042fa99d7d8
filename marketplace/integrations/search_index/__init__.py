"""The search index: a Tantivy index in DATA_DIR/search that can be deleted and rebuilt from the database at any time."""

from marketplace.integrations.search_index.folder import IndexFolder, IndexLocked, read_position, write_position
from marketplace.integrations.search_index.schema import SCHEMA, VERSION, grid_row
from marketplace.integrations.search_index.store import SearchIndex, Writer, get_index, open_index, set_index
