import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { listMyOnboarding } from "../../../shared/people/onboarding/onboarding.contract";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { queryKeyOf, queryClient, useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { FailedReads } from "../../ui/states/FailedReads";
import { OnboardingRow } from "./OnboardingRow";
import classes from "./onboarding.module.css";

const shownAtFirst = 6;

export function MyOnboarding() {
  const text = useText();
  const { number } = useFormat();
  const [all, setAll] = useState(false);
  const query = useEndpoint(listMyOnboarding);
  const tasks = query.data?.data.tasks ?? [];
  useFollowDirectory(query.data?.data);
  if (tasks.length === 0) return <FailedReads reads={[query]} />;
  const ticked = ({ id }: { id: number }) => {
    const without = (cached: ReplyOf<typeof listMyOnboarding> | undefined) =>
      cached && { ...cached, data: { ...cached.data, tasks: cached.data.tasks.filter((one) => one.id !== id) } };
    queryClient.setQueryData<ReplyOf<typeof listMyOnboarding>>(queryKeyOf(listMyOnboarding, {}, {}), without);
  };
  return (
    <Panel title={text("onboarding.mine")} count={number(tasks.length)}>
      <ul className={classes.list}>
        {(all ? tasks : tasks.slice(0, shownAtFirst)).map((task) => (
          <OnboardingRow key={task.id} task={task} onTicked={ticked}>
            <Link to={paths.employeeView(task.person.id)}>
              <bdi>{task.person.fullname}</bdi>
            </Link>
          </OnboardingRow>
        ))}
      </ul>
      {tasks.length > shownAtFirst && !all && (
        <Button className={classes.more} variant="subtle" color="gray" size="xs" onClick={() => setAll(true)}>
          {text("onboarding.showAll", { count: tasks.length })}
        </Button>
      )}
    </Panel>
  );
}
