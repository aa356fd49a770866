import { ActionIcon, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { listProjects } from "../../../shared/projects/projects.contract";
import type { NotificationSettings } from "../../../shared/notifications/settings.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import classes from "./settings.module.css";
import { useMutes } from "./useNotificationSettings";

/** What says nothing, until when; and one more project that is to be silent. */
export function MutedPanel({ mutes }: { mutes: NotificationSettings["mutes"] }) {
  const text = useText();
  const { dateTime } = useFormat();
  const { mute, unmute } = useMutes();
  const projects = useEndpoint(listProjects, { query: { per_page: 200 } });
  const known = new Set(mutes.map(({ project }) => project?.id));
  const choices = (projects.data?.data ?? [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, title }) => ({ value: String(id), label: title }));
  return (
    <section className={classes.card} aria-labelledby="muted">
      <h2 id="muted">{text("mute.title")}</h2>
      <p className={classes.help}>{text("mute.why")}</p>
      {mutes.length > 0 && (
        <ul className={classes.mutes}>
          {mutes.map(({ project, task, until }) => {
            const what = task ? { task_id: task.id } : { project_id: project?.id ?? 0 };
            const name = task ? `${task.key} ${task.title}` : (project?.title ?? "");
            return (
              <li key={`${task?.id} ${project?.id}`}>
                <bdi className={classes.muted}>{name}</bdi>
                <span>{until ? text("mute.until", { date: dateTime(until) }) : text("mute.forGood")}</span>
                <ActionIcon size={28} aria-label={text("mute.unmuteIt", { name })} onClick={() => unmute(what)}>
                  <IconX size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      <Select
        size="xs"
        searchable
        aria-label={text("mute.aProject")}
        placeholder={text("mute.aProject")}
        nothingFoundMessage={text("mute.noProject")}
        value={null}
        data={choices}
        onChange={(id) => id && mute({ project_id: Number(id) }, null)}
      />
    </section>
  );
}
