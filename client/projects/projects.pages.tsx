import { Button, SegmentedControl } from "@mantine/core";
import { Suspense, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { editableProject, listProjects, singleProject } from "../../shared/projects/projects.contract";
import { lazyPart } from "../ui/states/chunks";
import { paths } from "../platform/paths";
import { useScreenTitle } from "../platform/screen-title";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { keyOf, queryClient, showsProgress, useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { readStored, writeStored } from "../platform/stored";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { useFollowProjects } from "./useFollowProjects";
import { keptProjects, NewProject, ProjectList, type ProjectsView } from "./list/ProjectList";
import { ProjectsLoading } from "./list/ProjectsLoading";

const ProjectCreate = lazyPart(async () => (await import("./ProjectCreate")).ProjectCreate);
const ProjectEdit = lazyPart(async () => (await import("./ProjectEdit")).ProjectEdit);
const ProjectView = lazyPart(async () => (await import("./ProjectView")).ProjectView);

const viewKey = "portal.projects-view";

export function ProjectsPage() {
  const text = useText();
  const can = useCan();
  const [view, setView] = useState<ProjectsView>(() => (readStored(viewKey) === "table" ? "table" : "cards"));
  const query = useEndpoint(listProjects, {}, keptProjects);
  useFollowProjects(query.data?.data);
  const remember = (next: ProjectsView) => {
    setView(next);
    writeStored(viewKey, next);
  };
  return (
    <>
      <PageHead title={text("title.projects")}>
        <SegmentedControl
          aria-label={text("projects.layout")}
          value={view}
          onChange={(next) => remember(next as ProjectsView)}
          data={[
            { value: "cards", label: text("projects.layout.cards") },
            { value: "table", label: text("projects.layout.table") },
          ]}
        />
        {/* With no project at all, that is said with the button beside it. */}
        {can("project-create") && query.data?.data.length !== 0 && <NewProject />}
      </PageHead>
      <QueryBoundary query={query} loading={<ProjectsLoading view={view} />} failed={text("projects.notLoaded")}>
        {({ data }) => <ProjectList projects={data} view={view} />}
      </QueryBoundary>
    </>
  );
}

export function ProjectCreatePage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("title.projectCreate")} />
      <Suspense>
        <ProjectCreate />
      </Suspense>
    </>
  );
}

/** An address without a number leads to a project that doesn't exist. */
const useProjectId = () => Number(useParams().id);

/** It was there a moment ago: deleted, or one was taken off it. */
const isGone = (error: Error | null) => error instanceof ProblemError && [403, 404].includes(error.status);

function Gone() {
  const text = useText();
  return (
    <EmptyState
      title={text("projects.gone")}
      text={text("projects.gone.why")}
      action={
        <Button component={Link} to={paths.projects}>
          {text("dashboard.openProjects")}
        </Button>
      }
    />
  );
}

export function ProjectEditPage() {
  const text = useText();
  const id = useProjectId();
  const query = useEndpoint(editableProject, { params: { id } });
  useFollowProjects(query.data && [query.data.data]);
  useScreenTitle(query.data?.data.title);
  return (
    <>
      <PageHead title={text("title.projectEdit")} />
      <QueryBoundary query={query} failed={text("projects.notLoaded.one")}>
        {({ data }) =>
          isGone(query.error) ? (
            <Gone />
          ) : (
            <Suspense>
              <ProjectEdit
                key={data.id}
                project={data}
                onStale={(now) => queryClient.setQueryData(keyOf(editableProject, { id }, {}), { data: now })}
              />
            </Suspense>
          )
        }
      </QueryBoundary>
    </>
  );
}

export function ProjectViewPage() {
  const text = useText();
  const query = useEndpoint(singleProject, { params: { id: useProjectId() } }, showsProgress);
  useFollowProjects(query.data && [query.data.data]);
  useScreenTitle(query.data?.data.title);
  return (
    <QueryBoundary query={query} failed={text("projects.notLoaded.one")}>
      {({ data }) =>
        isGone(query.error) ? (
          <Gone />
        ) : (
          <Suspense>
            <ProjectView project={data} />
          </Suspense>
        )
      }
    </QueryBoundary>
  );
}
