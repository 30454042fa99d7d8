"""The demo's pictures, drawn in code: a canvas, things and places, and the pool that keeps what was drawn."""
