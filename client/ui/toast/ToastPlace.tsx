import { useDirection } from "@mantine/core";
import { Notifications, useNotifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import { useLayoutEffect } from "react";
import { heightFor } from "../height-for";
import classes from "./toast.module.css";

/** At the bottom, where a line of text starts, clear of the side menu and of the connection. */
export function ToastPlace() {
  const { dir } = useDirection();
  useToastRoom();
  return (
    <Notifications
      position={dir === "rtl" ? "bottom-right" : "bottom-left"}
      className={classes.place}
      data-toasts
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

const sayRoom = heightFor("[data-above-toasts]", "--toast-room");

/** What is marked so ends that much later: its last rows can be scrolled above what lies on them. */
function useToastRoom(): void {
  const { notifications } = useNotifications();
  useLayoutEffect(() => {
    const heights = [...document.querySelectorAll<HTMLElement>("[data-toast]")].map(
      (toast) => toast.offsetHeight + gap,
    );
    sayRoom(notifications.length === 0 ? null : Math.max(56, ...heights) * notifications.length + gap);
  }, [notifications]);
  useLayoutEffect(() => () => sayRoom(null), []);
}
