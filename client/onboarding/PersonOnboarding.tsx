import type { ReplyOf } from "../../shared/kernel/endpoint";
import { type OnboardingTask, personOnboarding } from "../../shared/onboarding/onboarding.contract";
import { useText } from "../platform/intl/useText";
import { keyOf, queryClient, useEndpoint } from "../platform/query";
import { Panel } from "../ui/Panel";
import { ErrorState } from "../ui/states/ErrorState";
import { OnboardingRow } from "./OnboardingRow";
import classes from "./onboarding.module.css";

/** A newcomer's checklist, as far as it is the reader's affair; nothing where there is none. */
export function PersonOnboarding({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(personOnboarding, { params: { id } });
  const tasks = query.data?.data;
  if (query.error && !tasks)
    return (
      <Panel title={text("onboarding.title")}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Panel>
    );
  if (!tasks || tasks.length === 0) return null;
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
            <i style={{ inlineSize: `${(100 * done) / tasks.length}%` }} />
          </span>
          {text("onboarding.progress", { done, total: tasks.length })}
        </span>
      }
    >
      <ul className={classes.list}>
        {tasks.map((task) => (
          <OnboardingRow key={task.id} task={task} onTicked={ticked}>
            <FallsTo task={task} />
          </OnboardingRow>
        ))}
      </ul>
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
