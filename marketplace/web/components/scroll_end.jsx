import { useEffect, useRef } from "react";

const NEAR_PX = 240;
const AT_END_PX = 40;

/**
 * Scroll container that scrolls to its end whenever `version` changes, and keeps the reading position when other content is
 * added or removed. Near its top it calls `onTop`, once for each `beginning`.
 */
export function ScrollEnd({ version, delay, beginning, onTop, children, ...rest }) {
  const box = useRef(null);
  const asked = useRef("");
  const askAtTop = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
    if (!beginning || asked.current === beginning || scrollTop > NEAR_PX || scrollHeight <= clientHeight) return;
    asked.current = beginning;
    onTop();
  };

  useEffect(() => {
    const timer = setTimeout(() => (box.current.scrollTop = box.current.scrollHeight), delay);
    return () => clearTimeout(timer);
  }, [version, delay]);

  useEffect(() => {
    const node = box.current;
    let anchor = null;
    let atEnd = true;
    const remember = () => {
      atEnd = node.scrollHeight - node.scrollTop - node.clientHeight < AT_END_PX;
      const edge = node.getBoundingClientRect().top;
      const seen = [...node.querySelectorAll("[data-anchor]")].find((one) => one.getBoundingClientRect().bottom > edge);
      anchor = seen ? { id: seen.dataset.anchor, at: seen.getBoundingClientRect().top } : null;
    };
    const hold = () => {
      if (atEnd) {
        node.scrollTop = node.scrollHeight;
        return remember();
      }
      const found = anchor && node.querySelector(`[data-anchor="${CSS.escape(anchor.id)}"]`);
      if (found) node.scrollTop += found.getBoundingClientRect().top - anchor.at;
      remember();
    };
    const observer = new MutationObserver(hold);
    observer.observe(node, { childList: true, subtree: true });
    // Keep the end visible when the composer grows or the on-screen keyboard opens.
    const sizes = new ResizeObserver(() => atEnd && (node.scrollTop = node.scrollHeight));
    sizes.observe(node);
    node.addEventListener("scroll", remember);
    remember();
    return () => {
      observer.disconnect();
      sizes.disconnect();
      node.removeEventListener("scroll", remember);
    };
  }, []);

  return (
    <div ref={box} {...rest} onScroll={askAtTop} style={{ overflowAnchor: "none" }}>
      {children}
    </div>
  );
}
