import { ActionIcon, Button, NativeSelect, Select } from "@mantine/core";
import { IconArrowLeft, IconDeviceMobile, IconX } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import {
  type NotificationSettings,
  readNotificationSettings,
  sendTestNotification,
} from "../../../../shared/communication/notifications/settings.contract";
import { paths } from "../../../platform/paths";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction, useEndpoint } from "../../../platform/query";
import { PageHead } from "../../../ui/PageHead";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { toast } from "../../../ui/toast/toast";
import { TimeOfDaySelect, dayOfWeek, QuietHoursPanel, useTimeOfDayText } from "./QuietHoursPanel";
import classes from "./settings.module.css";
import { type SettingsBody, useMutes, useSettingsChanges } from "./useNotificationSettings";
import { ChannelsTable } from "./ChannelsTable";
import { useWeek } from "../../../platform/week";
import type { MessageId } from "../../../platform/intl/catalogues";
import { type PushState, usePush } from "./usePush";
import { listProjects } from "../../../../shared/work/projects/projects.contract";
import { FailedReads } from "../../../ui/states/FailedReads";

const stateTexts: Record<PushState, MessageId> = {
  unknown: "push.asking",
  unsupported: "push.unsupported",
  denied: "push.denied",
  off: "push.isOff",
  on: "push.isOn",
};

function PushPanel({ push }: { push: NotificationSettings["push"] }) {
  const text = useText();
  const { state, working, on, off } = usePush(push);
  const others = push.endpoints.length - (state === "on" ? 1 : 0);
  return (
    <section className={classes.card} aria-labelledby="push">
      <h2 id="push">{text("push.title")}</h2>
      <p role="status">{text(stateTexts[state])}</p>
      {others > 0 && <p className={classes.help}>{text("push.others", { count: others })}</p>}
      {(state === "on" || state === "off") && (
        <Button size="xs" loading={working} onClick={() => void (state === "on" ? off() : on())}>
          {text(state === "on" ? "push.turnOff" : "push.turnOn")}
        </Button>
      )}
    </section>
  );
}

export function NotificationSettingsPage() {
  const text = useText();
  const query = useEndpoint(readNotificationSettings);
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
        {({ data }) => <SettingsPanels confirmed={data} />}
      </QueryBoundary>
    </>
  );
}

function SettingsPanels({ confirmed }: { confirmed: NotificationSettings }) {
  const { settings, change } = useSettingsChanges(confirmed);
  return (
    <div className={classes.page}>
      <ChannelsTable
        settings={settings}
        onChange={(topic, way) => change({ topics: { [topic]: way } as SettingsBody["topics"] })}
      />
      <aside className={classes.side}>
        <PushPanel push={settings.push} />
        <QuietHoursPanel
          quiet={settings.quiet}
          timeZone={settings.time_zone}
          onChange={(quiet) => change({ quiet: quiet as SettingsBody["quiet"] })}
        />
        <DigestPanel digest={settings.digest} onChange={change} />
        <MutedPanel mutes={settings.mutes} />
      </aside>
    </div>
  );
}

interface DigestPanelProps {
  digest: NotificationSettings["digest"];
  onChange: (change: Partial<SettingsBody>) => void;
}

function DigestPanel({ digest, onChange }: DigestPanelProps) {
  const text = useText();
  const time = useTimeOfDayText();
  const { day, relativeDay } = useFormat();
  const { first } = useWeek();
  const { time: at, weekday, next_day: next, waiting } = digest;
  return (
    <section className={classes.card} aria-labelledby="digest">
      <h2 id="digest">{text("digest.title")}</h2>
      <div className={classes.times}>
        <TimeOfDaySelect
          label={text("digest.daily")}
          value={at}
          onChange={(value) => onChange({ digest_time: value })}
        />
        <NativeSelect
          size="xs"
          label={text("digest.weekly")}
          value={String(weekday)}
          onChange={(event) => onChange({ digest_weekday: Number(event.currentTarget.value) })}
          data={Array.from({ length: 7 }, (_, at) => (first + at) % 7).map((one) => ({
            value: String(one),
            label: day(dayOfWeek(one), "weekday"),
          }))}
        />
      </div>
      <p className={classes.help}>
        {next === null
          ? text("digest.never")
          : text("digest.next", { day: relativeDay(next), time: time(at), count: waiting })}
      </p>
    </section>
  );
}

function MutedPanel({ mutes }: { mutes: NotificationSettings["mutes"] }) {
  const text = useText();
  const { dateTime } = useFormat();
  const { mute, unmute } = useMutes();
  const projects = useEndpoint(listProjects, {});
  const mutedProjectIds = new Set(mutes.map(({ project }) => project?.id));
  const choices = (projects.data?.data ?? [])
    .filter(({ id }) => !mutedProjectIds.has(id))
    .map(({ id, title }) => ({ value: String(id), label: title }));
  return (
    <section className={classes.card} aria-labelledby="muted">
      <h2 id="muted">{text("mute.title")}</h2>
      <p className={classes.help}>{text("mute.why")}</p>
      {mutes.length > 0 && (
        <ul className={classes.mutes}>
          {mutes.map(({ project, task, until }) => {
            const target = task ? { task_id: task.id } : { project_id: project?.id ?? 0 };
            const name = task ? `${task.key} ${task.title}` : (project?.title ?? "");
            return (
              <li key={`${task?.id} ${project?.id}`}>
                <bdi className={classes.muted}>{name}</bdi>
                <span>{until ? text("mute.until", { date: dateTime(until) }) : text("mute.forGood")}</span>
                <ActionIcon size={28} aria-label={text("mute.unmuteIt", { name })} onClick={() => unmute(target)}>
                  <IconX size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      <FailedReads reads={[projects]} />
      <Select
        size="xs"
        searchable
        aria-label={text("mute.aProject")}
        placeholder={text("mute.aProject")}
        nothingFoundMessage={text(projects.isLoadingError ? "error.notLoaded" : "mute.noProject")}
        value={null}
        data={choices}
        onChange={(id) => id && mute({ project_id: Number(id) }, null)}
      />
    </section>
  );
}
