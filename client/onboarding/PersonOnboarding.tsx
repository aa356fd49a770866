import { Button } from "@mantine/core";
import { useState } from "react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { type OnboardingTask, personOnboarding } from "../../shared/onboarding/onboarding.contract";
import { useText } from "../platform/intl/useText";
import { keyOf, queryClient, useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Panel } from "../ui/Panel";
import { ErrorState } from "../ui/states/ErrorState";
import { OneTaskPanel } from "./OneTaskPanel";
import { OnboardingRow } from "./OnboardingRow";
import classes from "./onboarding.module.css";

/** How long after their first day a list is begun for somebody who has none. */
const newcomerDays = 30;
const isNewcomer = (joined: string | null | undefined) =>
  Boolean(joined) && Date.parse(joined as string) > Date.now() - newcomerDays * 86_400_000;

interface PersonOnboardingProps {
  id: number;
  /** Their first day, where the reader may add to the list. */
  joined?: string | null | undefined;
}

/** A newcomer's checklist, as far as it is the reader's affair; nothing where there is none. */
export function PersonOnboarding({ id, joined }: PersonOnboardingProps) {
  const text = useText();
  const can = useCan();
  const edit = can("user-edit");
  const [asked, setAsked] = useState<OnboardingTask | "new" | null>(null);
  const query = useEndpoint(personOnboarding, { params: { id } });
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
    queryClient.setQueryData<ReplyOf<typeof personOnboarding>>(
      keyOf(personOnboarding, { id }, {}),
      (known) => known && { ...known, data: known.data.map((one) => (one.id === task.id ? task : one)) },
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
          <OnboardingRow key={task.id} task={task} onTicked={ticked} onEdit={() => setAsked(task)}>
            <FallsTo task={task} />
          </OnboardingRow>
        ))}
      </ul>
      {edit && (
        <>
          <Button className={classes.more} variant="subtle" color="gray" size="xs" onClick={() => setAsked("new")}>
            {text("onboarding.one.add")}
          </Button>
          <OneTaskPanel personId={id} task={asked} onClose={() => setAsked(null)} />
        </>
      )}
    </Panel>
  );
}

/** Whose it is, in words. */
function FallsTo({ task: { duty, user, group } }: { task: OnboardingTask }) {
  const text = useText();
  if (duty === "person") return <bdi>{user?.fullname}</bdi>;
  if (duty === "group") return <bdi>{group?.title ?? text("onboarding.duty.goneGroup")}</bdi>;
  return text(`onboarding.duty.${duty}`);
}
