import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { listProjects, type Project } from "../../../../shared/work/projects/projects.contract";
import { useAddress } from "../../../platform/address/useAddress";
import { useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { cacheMs, progressOptions, useEndpoint } from "../../../platform/query";
import { useCan } from "../../../platform/session";
import { recentProjectIds } from "../recent-projects";
import { CreateLink } from "../../../ui/CreateLink";
import { EmptyState } from "../../../ui/states/EmptyState";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { ArchivedProjects } from "./ArchivedProjects";
import {
  hasProjectFilter,
  type ProjectFilter,
  readProjectFilter,
  filterAndSortProjects,
  writeProjectFilter,
} from "./project-list";
import { ProjectCard } from "./ProjectCard";
import { ProjectFilters } from "./ProjectFilters";
import { ProjectsIllustration } from "./ProjectsIllustration";
import { ProjectsLoading } from "./ProjectsLoading";
import { ProjectTable } from "./ProjectTable";
import { WaysToStart } from "./WaysToStart";
import cards from "./ProjectCard.module.css";
import classes from "../projects.module.css";

export type ProjectsView = "cards" | "table";
export const projectsQueryOptions = { staleTime: cacheMs, ...progressOptions };

export function NewProject() {
  const text = useText();
  return (
    <CreateLink to={paths.projectCreate} className={classes.new}>
      {text("projects.new")}
    </CreateLink>
  );
}

/** The templates of projects are on a separate page. */
export function FromTemplate() {
  const text = useText();
  return (
    <Button component={Link} to={paths.projectTemplates} variant="default">
      {text("templates.from")}
    </Button>
  );
}

/** Boards of other programs. */
export function FromOtherProgram() {
  const text = useText();
  return (
    <Button component={Link} to={paths.projectImport} variant="default">
      {text("title.projectImport")}
    </Button>
  );
}

export function ProjectList({ projects, view }: { projects: Project[]; view: ProjectsView }) {
  const text = useText();
  const [search, setSearch] = useAddress();
  const filter = readProjectFilter(search);
  const theirs = useProjectsOf(filter.member);
  const change = (filterChange: Partial<ProjectFilter>) =>
    setSearch((now) => writeProjectFilter(now, filterChange), { replace: true, preventScrollReset: true });
  // Only the filtered projects may contain the name of the chosen member.
  const naming = [...projects, ...(theirs.data?.data ?? [])];
  return (
    <>
      {projects.length > 0 && <ProjectFilters projects={naming} filter={filter} onChange={change} />}
      <QueryBoundary query={theirs} loading={<ProjectsLoading view={view} />} failed={text("projects.notLoaded")}>
        {({ data }) => (
          <div className={classes.content}>
            {projects.length === 0 && <NoProjects />}
            {projects.length > 0 && (
              <Shown projects={filterAndSortProjects(data, filter, recentProjectIds())} view={view} onChange={change} />
            )}
            {!hasProjectFilter(filter) && <ArchivedProjects />}
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

/**
 * Projects of a member, or all of them. The server filters, because a project lists only its first members. Events refetch all variants.
 */
function useProjectsOf(member: number | null) {
  return useEndpoint(listProjects, member === null ? {} : { query: { member } }, projectsQueryOptions);
}

interface ShownProps {
  projects: readonly Project[];
  view: ProjectsView;
  onChange: (wanted: Partial<ProjectFilter>) => void;
}

function Shown({ projects, view, onChange }: ShownProps) {
  if (projects.length === 0)
    return <NothingFound onClear={() => onChange({ text: "", status: null, client: null, member: null })} />;
  if (view === "table") return <ProjectTable projects={projects} />;
  return (
    <ul className={cards.grid}>
      {projects.map((project) => (
        <li key={project.id} className={cards.cell}>
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  );
}

function NoProjects() {
  const text = useText();
  const may = useCan()("project-create");
  return (
    <div>
      <EmptyState
        drawing={<ProjectsIllustration />}
        title={text("projects.none")}
        text={text(may ? "projects.none.create" : "projects.none.wait")}
      />
      {may && <WaysToStart />}
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const text = useText();
  return (
    <EmptyState
      title={text("projects.nothingFound")}
      text={text("projects.nothingFound.why")}
      action={<Button onClick={onClear}>{text("projects.filter.clear")}</Button>}
    />
  );
}
