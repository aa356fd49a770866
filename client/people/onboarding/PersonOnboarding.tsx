import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { Button } from "@mantine/core";
import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type OnboardingTask, listPersonOnboarding } from "../../../shared/people/onboarding/onboarding.contract";
import { useText } from "../../platform/intl/useText";
import { queryKeyOf, queryClient, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { Panel } from "../../ui/Panel";
import { ErrorState } from "../../ui/states/ErrorState";
import { OnboardingTaskPanel } from "./OnboardingTaskPanel";
import { OnboardingRow } from "./OnboardingRow";
import classes from "./onboarding.module.css";

/** Number of days after the first day of work during which a checklist can be started for an employee without one. */
const newcomerDays = 30;
const isNewcomer = (joined: string | null | undefined) =>
  Boolean(joined) && Date.parse(joined as string) > Date.now() - newcomerDays * elapsedDayMs;

interface PersonOnboardingProps {
  id: number;
  /** First day of the employee; passed only if the user may add tasks. */
  joined?: string | null | undefined;
}

export function PersonOnboarding({ id, joined }: PersonOnboardingProps) {
  const text = useText();
  const can = useCan();
  const edit = can("user-edit");
  const [editedTask, setEditedTask] = useState<OnboardingTask | "new" | null>(null);
  const query = useEndpoint(listPersonOnboarding, { params: { id } });
  const tasks = query.data?.data;
  if (query.error && !tasks)
    return (
      <Panel title={text("onboarding.title")}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Panel>
    );
  if (!tasks || (tasks.length === 0 && !(edit && isNewcomer(joined)))) return null;
  const done = tasks.filter(({ done_on }) => done_on !== null).length;
  const ticked = (task: OnboardingTask) =>
    queryClient.setQueryData<ReplyOf<typeof listPersonOnboarding>>(
      queryKeyOf(listPersonOnboarding, { id }, {}),
      (cached) => cached && { ...cached, data: cached.data.map((one) => (one.id === task.id ? task : one)) },
    );
  return (
    <Panel
      title={text("onboarding.title")}
      end={
        <span className={classes.progress}>
          <span className={classes.bar} aria-hidden>
            <i style={{ inlineSize: `${(100 * done) / Math.max(1, tasks.length)}%` }} />
          </span>
          {text("onboarding.progress", { done, total: tasks.length })}
        </span>
      }
    >
      {tasks.length === 0 && <p className={classes.nothing}>{text("onboarding.one.none")}</p>}
      <ul className={classes.list}>
        {tasks.map((task) => (
          <OnboardingRow key={task.id} task={task} onTicked={ticked} onEdit={() => setEditedTask(task)}>
            <ResponsiblePerson task={task} />
          </OnboardingRow>
        ))}
      </ul>
      {edit && (
        <>
          <Button className={classes.more} variant="subtle" color="gray" size="xs" onClick={() => setEditedTask("new")}>
            {text("onboarding.one.add")}
          </Button>
          <OnboardingTaskPanel personId={id} task={editedTask} onClose={() => setEditedTask(null)} />
        </>
      )}
    </Panel>
  );
}

function ResponsiblePerson({ task: { duty, user, group } }: { task: OnboardingTask }) {
  const text = useText();
  if (duty === "person") return <bdi>{user?.fullname}</bdi>;
  if (duty === "group") return <bdi>{group?.title ?? text("onboarding.duty.goneGroup")}</bdi>;
  return text(`onboarding.duty.${duty}`);
}
