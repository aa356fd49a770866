import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { listProjects, type Project } from "../../../shared/projects/projects.contract";
import { useAddress } from "../../platform/address/useAddress";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { cacheMs, showsProgress, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { readStored, storedKeys } from "../../platform/stored";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { ArchivedProjects } from "./ArchivedProjects";
import { isFiltering, type ProjectFilter, readFilter, shownProjects, writeFilter } from "./project-list";
import { ProjectCard } from "./ProjectCard";
import { ProjectFilters } from "./ProjectFilters";
import { ProjectsDrawing } from "./ProjectsDrawing";
import { ProjectsLoading } from "./ProjectsLoading";
import { ProjectTable } from "./ProjectTable";
import cards from "./ProjectCard.module.css";
import classes from "../projects.module.css";

export type ProjectsView = "cards" | "table";
/** How long the list of projects is good without being read again, whatever it was asked for. */
export const keptProjects = { staleTime: cacheMs, ...showsProgress };

export function NewProject() {
  const text = useText();
  return (
    <Button
      component={Link}
      to={paths.projectCreate}
      variant="filled"
      className={classes.new}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {text("projects.new")}
    </Button>
  );
}

/** The projects that the filter in the address lets through, with the filter above them and the archived ones below. */
export function ProjectList({ projects, view }: { projects: Project[]; view: ProjectsView }) {
  const text = useText();
  const [search, setSearch] = useAddress();
  const filter = readFilter(search);
  const theirs = useProjectsOf(filter.member);
  const change = (wanted: Partial<ProjectFilter>) =>
    setSearch((now) => writeFilter(now, wanted), { replace: true, preventScrollReset: true });
  // Whoever is chosen is named by the projects that they are in, if not by the others.
  const naming = [...projects, ...(theirs.data?.data ?? [])];
  return (
    <>
      {projects.length > 0 && <ProjectFilters projects={naming} filter={filter} onChange={change} />}
      <QueryBoundary query={theirs} loading={<ProjectsLoading view={view} />} failed={text("projects.notLoaded")}>
        {({ data }) => (
          <div className={classes.content}>
            {projects.length === 0 && <NoProjects />}
            {projects.length > 0 && (
              <Shown projects={shownProjects(data, filter, openedProjects())} view={view} onChange={change} />
            )}
            {!isFiltering(filter) && <ArchivedProjects />}
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

/**
 * The projects that somebody is in, also where others are named first; all of them, as they are loaded, where nobody is chosen.
 * Events have the list read again whatever it was asked for.
 */
function useProjectsOf(member: number | null) {
  return useEndpoint(listProjects, member === null ? {} : { query: { member } }, keptProjects);
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
    <EmptyState
      drawing={<ProjectsDrawing />}
      title={text("projects.none")}
      text={text(may ? "projects.none.create" : "projects.none.wait")}
      action={may && <NewProject />}
    />
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

/** Ids of projects whose screens were open in this browser, the last one first. */
function openedProjects(): number[] {
  try {
    const ids: unknown = JSON.parse(readStored(storedKeys.recentProjects) ?? "[]");
    return Array.isArray(ids) ? ids.map(Number) : [];
  } catch {
    return [];
  }
}
