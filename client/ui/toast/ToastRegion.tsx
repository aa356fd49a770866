import { useDirection } from "@mantine/core";
import { Notifications, useNotifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import { useLayoutEffect } from "react";
import { heightVariable } from "../height-variable";
import classes from "./toast.module.css";

export function ToastRegion() {
  const { dir } = useDirection();
  useToastHeight();
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

const setToastHeight = heightVariable("[data-above-toasts]", "--toast-room");

/** Reserves space below marked elements while toasts are shown, so that their last rows can be scrolled above them. */
function useToastHeight(): void {
  const { notifications } = useNotifications();
  useLayoutEffect(() => {
    const heights = [...document.querySelectorAll<HTMLElement>("[data-toast]")].map(
      (toast) => toast.offsetHeight + gap,
    );
    setToastHeight(notifications.length === 0 ? null : Math.max(56, ...heights) * notifications.length + gap);
  }, [notifications]);
  useLayoutEffect(() => () => setToastHeight(null), []);
}
