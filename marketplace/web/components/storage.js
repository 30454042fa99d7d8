/** Read a list of the browser's storage. Without storage, or with anything else in it, it is empty. */
export const readList = (key) => {
  try {
    const kept = JSON.parse(localStorage.getItem(key));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
};

/** Store a list if the storage is neither full nor disabled; an empty one is removed. */
export const writeList = (key, list) => {
  try {
    if (list.length) localStorage.setItem(key, JSON.stringify(list));
    else localStorage.removeItem(key);
  } catch {
    // Without storage, it lasts as long as the page.
  }
};
