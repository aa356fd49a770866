import { Button } from "@mantine/core";
import { listRecentActivity } from "../../../shared/work/activity/activity.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { plainText } from "../../platform/plain-text";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import type { ProjectDetail } from "../../../shared/work/projects/projects.contract";
import { findEditConflict, type ProjectField, type ProjectValues } from "./project-form";
import classes from "./ProjectForm.module.css";

interface ClashNoticeProps {
  project: ProjectDetail;
  base: ProjectValues;
  mine: ProjectValues;
  now: ProjectValues;
  onSettle: (keep: "mine" | "theirs") => void;
}

export function EditConflictNotice({ project, base, mine, now, onSettle }: ClashNoticeProps) {
  const text = useText();
  const say = useValueWords(project);
  const who = useWhoChanged(project.id);
  const { theirs, both } = findEditConflict(base, mine, now);
  return (
    <section className={classes.clash} role="alert">
      <h2>{who ? text("projectForm.clash.by", { name: who }) : text("projectForm.clash")}</h2>
      <dl>
        {[...theirs, ...both].map((field) => (
          <div key={field} style={{ display: "contents" }}>
            <dt>{text(`projectForm.field.${field}`)}</dt>
            <dd>
              <bdi>{say(field, now)}</bdi>
              {both.includes(field) && (
                <span className={classes.mine}>{text("projectForm.clash.yours", { value: say(field, mine) })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <footer>
        {both.length > 0 && (
          <Button size="xs" onClick={() => onSettle("mine")}>
            {text("projectForm.clash.keepMine")}
          </Button>
        )}
        <Button size="xs" onClick={() => onSettle("theirs")}>
          {text(both.length > 0 ? "projectForm.clash.takeTheirs" : "projectForm.clash.goOn")}
        </Button>
      </footer>
    </section>
  );
}

function useWhoChanged(projectId: number): string | null {
  const me = useCurrentUser();
  const { data } = useEndpoint(listRecentActivity, { query: { project_id: projectId, per_page: 30 } });
  const change = data?.data.find(({ type, actor }) => /^(project|member|group)\./.test(type) && actor?.id !== me.id);
  return change?.actor?.fullname ?? null;
}

function useValueWords(project: ProjectDetail) {
  const text = useText();
  const { day, number } = useFormat();
  return (field: ProjectField, values: ProjectValues): string => {
    if (field === "members" || field === "groups") return number(values[field].length);
    const value = values[field];
    if (value === null || value === "") return text("projectForm.nothing");
    if (field === "status") return text(`projects.state.${values.status}`);
    if (field === "color") return text(`color.${values.color ?? "grey"}`);
    if (field === "start_date" || field === "end_date") return day(String(value), "medium");
    if (field === "client_id" || field === "department_id") {
      const reference = field === "client_id" ? project.client : project.department;
      return reference && reference.id === value ? reference.name : text("projectForm.yourChoice");
    }
    return field === "description" ? plainText(String(value)) : String(value);
  };
}
