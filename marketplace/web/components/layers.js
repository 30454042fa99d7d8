import { useEffect, useEffectEvent } from "react";

/**
 * Back closes the layer on top (dialog, popover, list, viewer) and not the page.
 *
 * While layers are open, the history has one entry more, a guard, with the URL of the page. Going back from it closes the top
 * layer. When the last one was closed in another way, the guard is left, and a page that is opened meanwhile takes its place.
 * React Router never hears of guards.
 */
const WAIT_MS = 50;
// Topmost last: how to close it, and its element if it is a popover, whose removal from the page no event tells of.
let layers = [];
const waiting = [];
// Moves in the history that this module has asked for and that are not made yet.
let moves = 0;
// The entry that React Router shows, and whether its guard is where the browser is.
let page = "";
let guarded = false;
// What React Router put in place of its entry while the guard was where the browser is.
let replacement = null;

const isGuard = () => Boolean(history.state?.guard);
const here = () => `${history.state?.key} ${location.href}`;
const isLoading = () => (window.__reactRouterDataRouter?.state.navigation.state ?? "idle") !== "idle";
const go = (delta) => {
  moves += 1;
  history.go(delta);
};

const settle = () => {
  // The browser is on its way; the arrival calls this again.
  if (moves) return;
  layers = layers.filter(({ popover }) => !popover || popover.matches(":popover-open"));
  if (layers.length) {
    if (!isGuard()) push({ ...history.state, guard: true }, "");
  } else if (isGuard()) {
    // A page that is on its way takes the guard's place.
    if (isLoading()) setTimeout(settle, WAIT_MS);
    else go(-1);
  } else waiting.splice(0).forEach((act) => act());
  guarded = isGuard();
};

const closeTop = () => layers.pop().close();

/** Tell that a layer has opened; returns a function that tells that it has closed. */
export const addLayer = (close, popover = null) => {
  const layer = { close, popover };
  layers.push(layer);
  settle();
  return () => {
    layers = layers.filter((other) => other !== layer);
    // One that opens in its place needs the guard.
    setTimeout(settle);
  };
};

/** A layer that is open as long as `open` is true; `close` has to make it false. */
export function useLayer(open, close) {
  const closeNow = useEffectEvent(close);
  useEffect(() => (open ? addLayer(() => closeNow()) : undefined), [open]);
}

/** Call `act` when no layer is open any more and the browser is back at the page. */
export const afterLayers = (act) => {
  waiting.push(act);
  settle();
};

/** Load another page in place of the guard, so that Back leads to this one. */
export const loadPage = (url) => (isGuard() && !moves ? location.replace(url) : location.assign(url));

let push = () => {};

const start = () => {
  push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  page = here();

  history.pushState = (state, title, url) => {
    if (isGuard()) replace(state, title, url);
    else push(state, title, url);
    replacement = null;
    page = here();
    guarded = false;
    setTimeout(settle);
  };
  history.replaceState = (state, title, url) => {
    // It may be a copy of the guard's state.
    const own = state && { ...state, guard: undefined };
    replacement = isGuard() ? [own, title, url] : null;
    replace(replacement ? { ...own, guard: true } : own, title, url);
    page = here();
  };

  const arrive = (event) => {
    const isOwn = moves > 0;
    const wasGuarded = guarded;
    if (isOwn) moves -= 1;
    guarded = isGuard();
    if (replacement && !guarded && history.state?.idx === replacement[0]?.idx) {
      replace(...replacement);
      replacement = null;
    }
    const isElsewhere = here() !== page;
    if (isElsewhere && !isOwn) {
      page = here();
      setTimeout(settle);
      return;
    }
    // React Router shows this page already.
    event.stopImmediatePropagation();
    // A page was opened while the browser went back from the guard, and has replaced it.
    if (isElsewhere) go(1);
    else if (wasGuarded && !guarded && !isOwn) {
      if (layers.length) closeTop();
      // A guard that no layer needs any more is no step.
      else history.back();
    }
    settle();
  };

  // Before React Router's own listener.
  window.addEventListener("popstate", arrive, true);
  const releases = new WeakMap();
  const open = (popover) => releases.set(popover, addLayer(() => popover.hidePopover(), popover));
  window.addEventListener(
    "toggle",
    ({ target, newState }) => {
      if (target.popover !== "auto") return;
      releases.get(target)?.();
      if (newState === "open") open(target);
    },
    true,
  );
  // Those that were opened before the scripts ran.
  document.querySelectorAll("[popover=auto]:popover-open").forEach(open);
  // Also leaves the guard of a page that was loaded again.
  settle();
};

if (typeof window !== "undefined") start();
