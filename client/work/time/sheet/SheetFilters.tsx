import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import { listProjects } from "../../../../shared/work/projects/projects.contract";
import { listTimedPeople } from "../../../../shared/work/time/sheet.contract";
import { useText } from "../../../platform/intl/useText";
import { cacheMs, useEndpoint } from "../../../platform/query";
import { useCan, useCurrentUser } from "../../../platform/session";
import type { PickerOption } from "../../../ui/fields/Picker";
import { toneColor } from "../../../ui/signs/tones";
import classes from "./SheetFilters.module.css";
import type { SheetView } from "./useSheet";
import { FilterPicker } from "../../../ui/fields/FilterPicker";

export function SheetFilters({ place }: { place: SheetView }) {
  const decides = useCan()("time-tracking-all");
  return (
    <>
      {decides && <PersonFilter place={place} />}
      <ProjectFilter place={place} />
    </>
  );
}

function PersonFilter({ place }: { place: SheetView }) {
  const text = useText();
  const me = useCurrentUser();
  const query = useEndpoint(listTimedPeople, {}, { staleTime: cacheMs });
  const people = query.data?.data ?? [];
  const options = usePeoplePickerOptions(
    people.toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id)),
  ).map((option) => (option.id === me.id ? { ...option, label: text("time.me") } : option));
  const value = options.find((option) => option.value === String(place.userId))?.label ?? text("time.me");
  return (
    <FilterPicker
      label={text("time.person")}
      value={<bdi>{value}</bdi>}
      options={options}
      reads={[query]}
      chosen={[String(place.userId)]}
      searchLabel={text("board.filter.findPerson")}
      onPick={(id) => place.change({ userId: Number(id) })}
    />
  );
}

const all = "all";

function ProjectFilter({ place }: { place: SheetView }) {
  const text = useText();
  const query = useEndpoint(listProjects, {}, { staleTime: cacheMs });
  const options: PickerOption[] = [
    ...(place.projectId ? [{ value: all, label: text("time.allProjects") }] : []),
    ...(query.data?.data ?? []).map(({ id, title, color }) => ({
      value: String(id),
      label: title,
      icon: <i className={classes.dot} style={{ background: toneColor(color) }} aria-hidden />,
    })),
  ];
  const value = options.find((option) => option.value === String(place.projectId))?.label;
  return (
    <FilterPicker
      label={text("time.filter.project")}
      value={value && <bdi>{value}</bdi>}
      options={options}
      reads={[query]}
      chosen={place.projectId ? [String(place.projectId)] : []}
      searchLabel={text("time.findProject")}
      onPick={(id) => place.change({ projectId: id === all ? null : Number(id) })}
    />
  );
}
