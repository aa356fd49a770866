import { ActionIcon, Button } from "@mantine/core";
import { IconArrowLeft, IconDeviceMobile } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { sendTestNotification } from "../../../shared/notifications/settings.contract";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { DigestPanel } from "./DigestPanel";
import { MutedPanel } from "./MutedPanel";
import { PushPanel } from "./PushPanel";
import { QuietPanel } from "./QuietPanel";
import classes from "./settings.module.css";
import { type SettingsBody, useNotificationSettings } from "./useNotificationSettings";
import { WaysTable } from "./WaysTable";

export function NotificationSettingsPage() {
  const text = useText();
  const { query, change } = useNotificationSettings();
  const test = useAction(sendTestNotification, { onSuccess: ({ message }) => toast.done(message) });
  return (
    <>
      <PageHead
        title={
          <span className={classes.title}>
            <ActionIcon component={Link} to={paths.notifications} aria-label={text("notifySettings.back")}>
              <IconArrowLeft size={16} stroke={1.75} className="flip" aria-hidden />
            </ActionIcon>
            {text("title.notificationSettings")}
          </span>
        }
        sub={text("notifySettings.saved")}
      >
        <Button
          leftSection={<IconDeviceMobile size={16} stroke={1.75} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate({})}
        >
          {text("notifySettings.test")}
        </Button>
      </PageHead>
      <QueryBoundary
        query={query}
        failed={text("notifySettings.notLoaded")}
        loading={
          <div className={classes.page}>
            <div className={classes.panel}>
              <SkeletonRows rows={10} height={40} />
            </div>
          </div>
        }
      >
        {({ data }) => (
          <div className={classes.page}>
            <WaysTable
              settings={data}
              onChange={(topic, way) => change({ topics: { [topic]: way } as SettingsBody["topics"] })}
            />
            <aside className={classes.side}>
              <PushPanel push={data.push} />
              <QuietPanel
                quiet={data.quiet}
                timeZone={data.time_zone}
                onChange={(quiet) => change({ quiet: quiet as SettingsBody["quiet"] })}
              />
              <DigestPanel digest={data.digest} onChange={change} />
              <MutedPanel mutes={data.mutes} />
            </aside>
          </div>
        )}
      </QueryBoundary>
    </>
  );
}
