import { useDirection } from "@mantine/core";
import { Notifications, useNotifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import { useLayoutEffect } from "react";
import room from "./room.module.css";
import classes from "./toast.module.css";

/** At the bottom, where a line of text starts, clear of the side menu and of the connection. */
export function ToastPlace() {
  const { dir } = useDirection();
  useToastRoom();
  return (
    <Notifications
      position={dir === "rtl" ? "bottom-right" : "bottom-left"}
      className={classes.place}
      limit={3}
      zIndex={400}
      containerWidth={400}
      renderNotification={(data) => (
        <div className={classes.root} data-toast>
          {data.message}
        </div>
      )}
    />
  );
}

const gap = 16;

/** A sheet of its own: what stands at the root is inherited, so that each toast would work out the styles of the whole page anew. */
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** Lists end that much later, so that their last rows can be scrolled above what lies on them. */
function useToastRoom(): void {
  const { notifications } = useNotifications();
  useLayoutEffect(() => {
    const heights = [...document.querySelectorAll<HTMLElement>("[data-toast]")].map(
      (toast) => toast.offsetHeight + gap,
    );
    const toasts = notifications.length === 0 ? 0 : Math.max(56, ...heights) * notifications.length + gap;
    sheet.replaceSync(`.${room.above} { --toast-room: ${toasts}px }`);
  }, [notifications]);
}
