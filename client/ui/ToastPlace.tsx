import { useDirection } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import classes from "./toast.module.css";

/** At the bottom, where a line of text starts, clear of the side menu and of the connection. */
export function ToastPlace() {
  const { dir } = useDirection();
  return (
    <Notifications
      position={dir === "rtl" ? "bottom-right" : "bottom-left"}
      className={classes.place}
      limit={3}
      zIndex={400}
      containerWidth={400}
      renderNotification={(data) => <div className={classes.root}>{data.message}</div>}
    />
  );
}
