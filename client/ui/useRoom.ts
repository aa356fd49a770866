import { useCallback } from "react";

/** Heights that toasts keep clear of (toast.module.css). */
type Room = "--deciding-room" | "--bulk-room";

/** For the `ref` of what stands at the lower edge: says how high it is, for what must not lie on it. */
export const useRoom = (room: Room) =>
  useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const { style } = document.documentElement;
      const observer = new ResizeObserver(() => style.setProperty(room, `${element.offsetHeight}px`));
      observer.observe(element);
      return () => {
        observer.disconnect();
        style.removeProperty(room);
      };
    },
    [room],
  );
