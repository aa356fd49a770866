import { useCallback } from "react";
import { heightVariable } from "./height-variable";

/** Heights at the bottom edge that toasts must not cover (toast.module.css). */
const edgeHeights = {
  deciding: heightVariable("[data-toasts]", "--deciding-room"),
  bulk: heightVariable("[data-toasts]", "--bulk-room"),
};

/** Ref of an element at the bottom edge; publishes its height, so that toasts don't cover it. */
export const useEdgeHeight = (room: keyof typeof edgeHeights) =>
  useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const observer = new ResizeObserver(() => edgeHeights[room](element.offsetHeight));
      observer.observe(element);
      return () => {
        observer.disconnect();
        edgeHeights[room](null);
      };
    },
    [room],
  );
