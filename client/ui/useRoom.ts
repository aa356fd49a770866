import { useCallback } from "react";
import { heightFor } from "./height-for";

/** Heights that toasts keep clear of (toast.module.css). */
const rooms = {
  deciding: heightFor("[data-toasts]", "--deciding-room"),
  bulk: heightFor("[data-toasts]", "--bulk-room"),
};

/** For the `ref` of what stands at the lower edge: says how high it is, for what must not lie on it. */
export const useRoom = (room: keyof typeof rooms) =>
  useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const observer = new ResizeObserver(() => rooms[room](element.offsetHeight));
      observer.observe(element);
      return () => {
        observer.disconnect();
        rooms[room](null);
      };
    },
    [room],
  );
