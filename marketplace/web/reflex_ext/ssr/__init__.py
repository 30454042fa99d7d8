"""Renders Reflex components to HTML on the server, without Node (see README.md)."""

from marketplace.web.reflex_ext.ssr.code import CompileError
from marketplace.web.reflex_ext.ssr.compiler import compile_component
from marketplace.web.reflex_ext.ssr.registry import Element, Registry, default_registry, with_props
from marketplace.web.reflex_ext.ssr.template import Template
