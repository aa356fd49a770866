import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { memo } from "react";
import { readProject } from "../../../../shared/work/projects/projects.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { AvatarStack } from "../../../ui/signs/AvatarStack";
import { Kbd } from "../../../ui/keys/Kbd";
import { PageHead } from "../../../ui/PageHead";
import { Skeleton } from "../../../ui/states/Skeleton";
import classes from "./Board.module.css";
import { ProjectStateNote } from "../../projects/ProjectStateNote";
import { ProjectTabs } from "../../projects/ProjectTabs";
import { useBoard, useBoardAsList, useBoardScope } from "../state/useBoard";

/** Memoized like the tools below it, because a change of a task concerns neither. */
export const BoardHead = memo(function BoardHead({ onNewTask }: { onNewTask: (() => void) | undefined }) {
  const text = useText();
  const { projectId } = useBoardScope();
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  const present = useBoardAsList((context) => context.present.filter(({ board }) => board));
  const unnamed = useBoard((context) => context.unnamed);
  return (
    <>
      <PageHead
        title={project ? <bdi>{project.title}</bdi> : <Skeleton width={180} height={16} />}
        tabs={<ProjectTabs projectId={projectId} />}
      >
        {present.length > 0 && (
          <span role="group" aria-label={text("board.present")}>
            <AvatarStack people={present} count={present.length + unnamed} max={5} presentIn={projectId} />
          </span>
        )}
        {onNewTask && (
          <Button
            variant="filled"
            className={classes.onlyWide}
            leftSection={<IconPlus size={16} stroke={1.75} />}
            rightSection={<Kbd bare>N</Kbd>}
            onClick={onNewTask}
          >
            {text("board.newTask")}
          </Button>
        )}
      </PageHead>
      <ProjectStateNote projectId={projectId} />
    </>
  );
});
