import { Combobox, type ComboboxStore, Loader, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { type CSSProperties, useId, useState } from "react";
import { loggableTasks } from "../../../../shared/work/time/sheet.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { toneColor } from "../../../ui/signs/tones";
import { bottomSheetProps } from "../../../ui/dropdown";
import { SelectFirstMatch } from "../../../ui/fields/SelectFirstMatch";
import { useOpenedList } from "../../../ui/keys/useOpenedList";
import classes from "./AddTask.module.css";
import { type LoggableTask, pinTask } from "./useSheet";

export function AddTask({ projectId }: { projectId: number | null }) {
  const text = useText();
  const [search, setSearch] = useState("");
  const listId = useId();
  const combobox = useOpenedList({ searchable: true, onClosed: () => setSearch("") });
  return (
    <Combobox
      store={combobox}
      width={360}
      position="bottom-start"
      shadow="md"
      keepMounted={false}
      {...bottomSheetProps}
      onOptionSubmit={() => combobox.closeDropdown()}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <UnstyledButton
          className={classes.add}
          aria-expanded={combobox.dropdownOpened}
          aria-haspopup="listbox"
          onClick={() => combobox.toggleDropdown()}
        >
          <IconPlus size={16} stroke={1.75} aria-hidden />
          {text("time.addTask")}
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown data-sheet className={classes.dropdown}>
        <Combobox.Search
          autoFocus // the list opens before it is rendered
          role="combobox"
          aria-expanded
          aria-controls={listId}
          className={classes.search}
          value={search}
          placeholder={text("time.findTask")}
          aria-label={text("time.findTask")}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Found id={listId} store={combobox} search={search} projectId={projectId} onPick={pinTask} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface FoundProps {
  id: string;
  store: ComboboxStore;
  search: string;
  projectId: number | null;
  onPick: (task: LoggableTask) => void;
}

function Found(props: FoundProps) {
  const text = useText();
  const { projectId, onPick } = props;
  const [q] = useDebouncedValue(props.search.trim(), 200);
  const query = { ...(q ? { q } : {}), ...(projectId ? { project_id: projectId } : {}) };
  const { data, isFetching, isPlaceholderData } = useEndpoint(
    loggableTasks,
    { query },
    { placeholderData: (before) => before },
  );
  const tasks = data?.data ?? [];
  return (
    <Combobox.Options id={props.id} className={classes.options} aria-label={text("time.findTask")}>
      {tasks.map((task) => (
        <Combobox.Option
          key={task.id}
          value={String(task.id)}
          className={classes.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(task)}
        >
          <i style={{ "--dot": toneColor(task.project_color) } as CSSProperties} aria-hidden />
          <bdi className="key">{task.key}</bdi>
          <bdi className="clip">{task.title}</bdi>
          <span className={classes.project}>
            <bdi>{task.project_title}</bdi>
          </span>
        </Combobox.Option>
      ))}
      <SelectFirstMatch
        store={props.store}
        search={props.search}
        waiting={isPlaceholderData || q !== props.search.trim()}
      />
      {tasks.length === 0 && (
        <Combobox.Empty>
          {isFetching ? <Loader size="xs" /> : text(q ? "picker.nothing" : "time.findTask.none")}
        </Combobox.Empty>
      )}
    </Combobox.Options>
  );
}
