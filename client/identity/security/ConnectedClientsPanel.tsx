import { Button } from "@mantine/core";
import { Suspense } from "react";
import { Link } from "react-router-dom";
import { readNotificationSettings } from "../../../shared/communication/notifications/settings.contract";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { ConnectedTaskFeeds } from "./ConnectedTaskFeeds";
import { connectedClients } from "./security.slots";
import classes from "./security.module.css";

export function ConnectedClientsPanel() {
  const text = useText();
  const push = useEndpoint(readNotificationSettings, {}, { staleTime: 0 }).data?.data.push.endpoints.length ?? 0;
  return (
    <Panel title={text("opened.title")} padded>
      <div className={classes.feeds}>
        <Suspense>
          {connectedClients.entries.map(({ List }, at) => (
            <List key={at} />
          ))}
        </Suspense>
        <ConnectedTaskFeeds />
        <p className={classes.none}>{text("opened.noFeeds")}</p>
      </div>
      <div className={classes.row}>
        <p>{text("opened.push", { count: push })}</p>
        <Button component={Link} to={paths.notificationSettings}>
          {text("title.notificationSettings")}
        </Button>
      </div>
    </Panel>
  );
}
