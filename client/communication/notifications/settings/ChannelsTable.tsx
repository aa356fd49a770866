import { Checkbox, NativeSelect } from "@mantine/core";
import { Fragment } from "react";
import {
  emailChoices,
  type EmailChoice,
  type NotificationTopic,
  topicGroups,
  type Channels,
} from "../../../../shared/communication/notifications/notifications.topics";
import type { NotificationSettings } from "../../../../shared/communication/notifications/settings.contract";
import type { MessageId } from "../../../platform/intl/catalogues";
import { useText } from "../../../platform/intl/useText";
import classes from "./settings.module.css";

interface ChannelsTableProps {
  settings: NotificationSettings;
  onChange: (topic: NotificationTopic, way: Partial<Channels>) => void;
}

const groups = Object.entries(topicGroups) as [keyof typeof topicGroups, readonly NotificationTopic[]][];

export function ChannelsTable({ settings, onChange }: ChannelsTableProps) {
  const text = useText();
  return (
    <section className={classes.panel} aria-label={text("notifySettings.what")}>
      <table className={classes.ways}>
        <thead>
          <tr>
            <th scope="col">{text("notifySettings.topic")}</th>
            <th scope="col">{text("notifySettings.inApp")}</th>
            <th scope="col">{text("notifySettings.email")}</th>
            <th scope="col">{text("notifySettings.push")}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(([group, topics]) => (
            <Fragment key={group}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={4}>
                  {text(`notifySettings.group.${group}` as MessageId)}
                </th>
              </tr>
              {topics.map((topic) => {
                const row = settings.topics.find((each) => each.topic === topic);
                return row && <Row key={topic} row={row} onChange={(way) => onChange(topic, way)} />;
              })}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  row: NotificationSettings["topics"][number];
  onChange: (way: Partial<Channels>) => void;
}

function Row({ row, onChange }: RowProps) {
  const text = useText();
  const name = text(`notification.topic.${row.topic}` as MessageId);
  const note = row.in_app_locked
    ? text("notification.alwaysInApp")
    : row.topic === "moved" && text("notifySettings.notByMyself");
  const channelLabel = (channel: string) => text("notifySettings.way", { topic: name, way: channel });
  return (
    <tr>
      <th scope="row">
        {name}
        {note && <small>{note}</small>}
      </th>
      <td data-locked={row.in_app_locked || undefined}>
        <Checkbox
          aria-label={channelLabel(text("notifySettings.inApp"))}
          checked={row.in_app}
          disabled={row.in_app_locked}
          onChange={(event) => onChange({ in_app: event.currentTarget.checked })}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          className={classes.select}
          aria-label={channelLabel(text("notifySettings.email"))}
          value={row.email}
          onChange={(event) => onChange({ email: event.currentTarget.value as EmailChoice })}
          data={emailChoices.map((value) => ({ value, label: text(`notifySettings.email.${value}` as MessageId) }))}
        />
      </td>
      <td>
        <Checkbox
          aria-label={channelLabel(text("notifySettings.push"))}
          checked={row.push}
          onChange={(event) => onChange({ push: event.currentTarget.checked })}
        />
      </td>
    </tr>
  );
}
