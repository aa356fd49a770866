import { usePeoplePickerOptions } from "../../ui/fields/usePeopleOptions";
import { Button, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useMemo } from "react";
import { Link } from "react-router-dom";
import { selectUsers } from "../../../shared/people/people/users.contract";
import { search, type SearchHit, searchStates } from "../../../shared/insights/search/search.contract";
import type { SearchKind } from "../../../shared/kernel/search";
import { listProjects } from "../../../shared/work/projects/projects.contract";
import { wordsOf } from "../../../shared/kernel/text/fold";
import { useAddress } from "../../platform/address/useAddress";
import { call } from "../../platform/api";
import { registeredFeatures, searchGroups } from "../../platform/feature/feature";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { queryKeyOf, useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { useCan } from "../../platform/session";
import { useShownTasks } from "../../work/projects/shown-order";
import { TaskLink } from "../../work/projects/TaskLink";
import { DateField } from "../../ui/fields/DateField";
import { FilterPicker } from "../../ui/fields/FilterPicker";
import { focusContent } from "../../ui/keys/focus";
import { SearchField } from "../../ui/fields/SearchField";
import { PageHead, Toolbar } from "../../ui/PageHead";
import { Avatar } from "../../ui/signs/Avatar";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { appearanceOf, contextOf, signOf, taskOf } from "./hit-item";
import { Highlighted } from "./Highlighted";
import { ItemSign } from "./ItemSign";
import { groupTitles } from "./group-titles";
import { readSearchAddress, type SearchAddress, writeSearchAddress } from "./search.address";
import classes from "./search.module.css";

const pageSize = 30;

export function SearchPage() {
  const text = useText();
  const [params, setParams] = useAddress();
  const address = readSearchAddress(params);
  const change = (changes: Partial<SearchAddress>) =>
    setParams((now) => writeSearchAddress(now, changes), { replace: true, preventScrollReset: true });
  useScreenTitle(address.q || null);
  return (
    <>
      <PageHead title={text("title.search")} />
      <SearchFilters address={address} onChange={change} />
      {address.q === "" ? (
        <EmptyState title={text("search.start")} text={text("search.start.why")} />
      ) : (
        <Results address={address} />
      )}
    </>
  );
}

interface FiltersProps {
  address: SearchAddress;
  onChange: (changes: Partial<SearchAddress>) => void;
}

function SearchFilters({ address, onChange }: FiltersProps) {
  const text = useText();
  const can = useCan();
  const people = usePeoplePickerOptions(
    useEndpoint(selectUsers, {}, { enabled: can(["user-list", "employee-list"]) }).data?.data ?? [],
  );
  const projects = useEndpoint(listProjects, {}, { enabled: can("project-list") }).data?.data ?? [];
  const project = projects.find(({ id }) => id === address.project);
  const person = people.find(({ id }) => id === address.person);
  const toggled = (now: number | null, value: string) => (Number(value) === now ? null : Number(value));
  const { q, ...filters } = address;
  const filtered = Object.values(filters).some((value) => value !== null);
  return (
    <Toolbar>
      <SearchField
        text={q}
        label={text("title.search")}
        onChange={(typed) => onChange({ q: typed })}
        onDown={() => focusContent()}
      />
      <FilterPicker
        label={text("search.kind")}
        value={address.group && text(groupTitles[address.group])}
        chosen={address.group ? [address.group] : []}
        options={searchGroups.map((group) => ({ value: group, label: text(groupTitles[group]) }))}
        onPick={(value) =>
          onChange({ group: searchGroups.find((one) => one === value && one !== address.group) ?? null })
        }
      />
      {projects.length > 0 && (
        <FilterPicker
          label={text("search.project")}
          value={project && <bdi>{project.title}</bdi>}
          chosen={project ? [String(project.id)] : []}
          options={projects.map(({ id, title }) => ({ value: String(id), label: title }))}
          onPick={(value) => onChange({ project: toggled(address.project, value) })}
        />
      )}
      {people.length > 0 && (
        <FilterPicker
          label={text("search.person")}
          value={person && <bdi>{person.label}</bdi>}
          chosen={person ? [person.value] : []}
          options={people}
          onPick={(value) => onChange({ person: toggled(address.person, value) })}
        />
      )}
      <FilterPicker
        label={text("search.state")}
        value={address.state && text(`search.state.${address.state}`)}
        chosen={address.state ? [address.state] : []}
        options={searchStates.map((state) => ({ value: state, label: text(`search.state.${state}`) }))}
        onPick={(value) =>
          onChange({ state: searchStates.find((one) => one === value && one !== address.state) ?? null })
        }
      />
      <span className={classes.dates}>
        <DayFilter
          message="filter.due.from"
          value={address.from}
          max={address.until}
          onChange={(from) => onChange({ from })}
        />
        <DayFilter
          message="filter.due.to"
          value={address.until}
          min={address.from}
          onChange={(until) => onChange({ until })}
        />
      </span>
      {filtered && (
        <UnstyledButton
          className={classes.clear}
          data-keep
          onClick={() => onChange({ group: null, project: null, person: null, from: null, until: null, state: null })}
        >
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("search.clearFilters")}
        </UnstyledButton>
      )}
    </Toolbar>
  );
}

type DayFilterProps = Omit<ComponentProps<typeof DateField>, "label"> & { message: MessageId };

function DayFilter({ message, ...field }: DayFilterProps) {
  const text = useText();
  return <DateField size="xs" aria-label={text(message)} placeholder={text(message)} {...field} />;
}

function useSearchResults({ q, group, project, person, from, until, state }: SearchAddress) {
  const kinds = group === null ? [] : kindsOf(group);
  const query = {
    q,
    limit: pageSize,
    ...(kinds.length > 0 ? { kinds } : {}),
    ...(project === null ? {} : { project }),
    ...(person === null ? {} : { person }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
    ...(state === null ? {} : { state }),
  };
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(search, {}, query), "pages"],
    initialPageParam: "",
    queryFn: ({ pageParam: after, signal }) =>
      call(search, { query: { ...query, ...(after ? { after } : {}) }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

const kindsOf = (group: SearchAddress["group"]): SearchKind[] =>
  registeredFeatures().flatMap(({ searches = {} }) =>
    Object.entries(searches).flatMap(([kind, appearance]) => (appearance.group === group ? (kind as SearchKind) : [])),
  );

function Results({ address }: { address: SearchAddress }) {
  const text = useText();
  const query = useSearchResults(address);
  const words = useMemo(() => wordsOf(address.q), [address.q]);
  const hits = query.data?.pages.flatMap(({ data }) => data);
  useShownTasks(hits?.flatMap((hit) => taskOf(hit)?.id ?? []) ?? []);
  if (!hits) {
    if (query.isPending) return <SkeletonRows />;
    return (
      <ErrorState error={query.error as Error} title={text("search.failed")} onRetry={() => void query.refetch()} />
    );
  }
  if (hits.length === 0)
    return <EmptyState title={text("search.none", { query: address.q })} text={text("search.none.why")} />;
  return (
    <div className={classes.found}>
      {/* Arrow keys move between the results, which are links. */}
      <ul
        className={classes.results}
        aria-label={text("palette.results")}
        aria-busy={query.isPlaceholderData}
        onKeyDown={moveFocus}
      >
        {hits.map((hit) => (
          <Result key={`${hit.kind}:${hit.id}`} hit={hit} words={words} />
        ))}
      </ul>
      <p className="sr-only" role="status">
        {text("palette.count", { count: hits.length })}
      </p>
      {query.isFetchNextPageError && query.error && (
        <ErrorState error={query.error} title={text("search.failed")} onRetry={() => void query.fetchNextPage()} />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <Button className={classes.next} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text("search.more")}
        </Button>
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-link]")];
  const next = links[links.findIndex((link) => link === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

function ResultLink({ hit, to, children }: { hit: SearchHit; to: string; children: ReactNode }) {
  const task = taskOf(hit);
  const link = { className: classes.result, "data-row-link": true, children };
  return task ? <TaskLink task={task} {...link} /> : <Link to={to} {...link} />;
}

function Result({ hit, words }: { hit: SearchHit; words: readonly string[] }) {
  const text = useText();
  const appearance = appearanceOf(hit.kind);
  if (!appearance) return null;
  const context = contextOf(hit, appearance, text);
  return (
    <li data-task={taskOf(hit)?.id}>
      <ResultLink hit={hit} to={appearance.href(hit)}>
        <span className={classes.resultSign}>
          <ItemSign sign={signOf(hit, appearance, text)} />
        </span>
        <span className={classes.resultText}>
          <span className={classes.resultTitle}>
            {hit.key !== null && (
              <span className="key">
                <Highlighted text={hit.key} words={words} />{" "}
              </span>
            )}
            <Highlighted text={hit.title} words={words} />
          </span>
          {hit.snippet !== null && (
            <span className={classes.resultSnippet}>
              <Highlighted text={hit.snippet} words={words} />
            </span>
          )}
        </span>
        <span className={classes.resultFacts}>
          {hit.match === "typo" && <span>{text("palette.similar")}</span>}
          {hit.person && hit.kind === "task" && <Avatar person={hit.person} size={20} />}
          {context !== null && <bdi className="clip">{context}</bdi>}
          {hit.at !== null && <RelativeTime at={hit.at} />}
        </span>
      </ResultLink>
    </li>
  );
}
