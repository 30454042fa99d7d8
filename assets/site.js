/* Small manners of the page that need no app: menus that close, and links in them. */
(() => {
  const openMenus = () => document.querySelectorAll("details[data-menu][open]");

  document.addEventListener("click", (event) => {
    for (const menu of openMenus()) {
      const inside = menu.contains(event.target);
      if (!inside || event.target.closest("a, nav button")) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  document.addEventListener("focusin", (event) => {
    for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
  });
})();
