import { IconKeyboard, IconLanguage, IconLogout, IconMoon, IconPlus, IconSun } from "@tabler/icons-react";
import { useEffect, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { languageCodes, languages } from "../../shared/kernel/languages";
import { activeLanguage$ } from "../platform/intl/language";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { switchLanguage } from "../platform/settings";
import { useStore } from "../platform/store";
import { shortcutList$, useShortcuts } from "../ui/keys/shortcuts";
import { useHasInbox } from "../approvals/inbox/useWaitingCount";
import { openNewTask, useMayCreateTasks } from "../work/tasks/create/new-task";
import { features } from "./features";
import { useCan, useHasFeature } from "../platform/session";
import { type Command, openPalette, palette$, useCommands } from "../ui/palette/palette";
import { lazyWithRetry, whenIdle } from "../ui/states/lazy-with-retry";
import { useTheme } from "./theme/useTheme";

/** Loaded while the browser is idle, so that the palette opens instantly. Renders nothing if loading fails. */
const Palette = lazyWithRetry(async () => (await import("../insights/search/Palette")).Palette, {
  failed: () => null,
});
const RowCommands = lazyWithRetry(async () => (await import("../work/tasks/detail/RowCommands")).RowCommands, {
  failed: () => null,
});
const ProjectCommands = lazyWithRetry(async () => (await import("../work/projects/ProjectCommands")).ProjectCommands, {
  failed: () => null,
});

/**
 * Global search, opened by Ctrl/Cmd+K from everywhere, including text fields. `withTasks` is true if the layout has the task panel and the
 * dialog for new tasks.
 */
export function CommandPalette({ withTasks = false }: { withTasks?: boolean }) {
  const palette = useStore(palette$);
  useEffect(() => whenIdle(Palette.preload), []);
  useEffect(() => {
    window.addEventListener("keydown", openByKey, { capture: true });
    return () => {
      window.removeEventListener("keydown", openByKey, { capture: true });
      palette$.set(null);
    };
  }, []);
  return (
    <>
      {palette && <AppCommands withTasks={withTasks} />}
      {palette && withTasks && <RowCommands from={palette.from} />}
      {palette && withTasks && <ProjectCommands />}
      <GoKeys />
      <Palette hasPanel={withTasks} />
    </>
  );
}

const goItems = features.flatMap(({ menu = [] }) => menu.filter(({ goKey }) => goKey));

/** Opens a menu screen when `G` and a letter are pressed. */
function GoKeys() {
  const navigate = useNavigate();
  const [can, hasFeature, hasInbox] = [useCan(), useHasFeature(), useHasInbox()];
  useShortcuts({
    title: "keys.go",
    shortcuts: goItems
      .filter(
        ({ to, permission, feature = null }) =>
          (!permission || can(permission)) && hasFeature(feature) && (hasInbox || to !== paths.inbox),
      )
      .map(({ to, label, goKey = "" }) => ({
        keys: [`g ${goKey}`],
        label,
        shown: ["G", goKey.toUpperCase()],
        run: () => void navigate(to),
      })),
  });
  return null;
}

/** Must run before all other handlers, because editors and panels consume key events. */
function openByKey(event: KeyboardEvent): void {
  const isLetter = event.key.toLowerCase() === "k" || event.code === "KeyK";
  if (!isLetter || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  openPalette();
}

function AppCommands({ withTasks }: { withTasks: boolean }) {
  const mayCreateTasks = useMayCreateTasks() && withTasks;
  const text = useText();
  const navigate = useNavigate();
  const { dark, toggle } = useTheme();
  const { language } = useStore(activeLanguage$);
  const commands = useMemo(
    (): readonly Command[] => [
      ...(mayCreateTasks
        ? [
            {
              id: "new-task",
              label: text("board.newTask"),
              Icon: IconPlus,
              keys: ["N"],
              run: () => openNewTask(),
              withText: {
                label: (title: string) => text("palette.newTask", { title }),
                run: (title: string) => openNewTask({ title }),
              },
            },
          ]
        : []),
      {
        id: "theme",
        label: text(dark ? "theme.toLight" : "theme.toDark"),
        Icon: dark ? IconSun : IconMoon,
        run: toggle,
      },
      {
        id: "language",
        label: text("palette.language"),
        Icon: IconLanguage,
        argument: {
          options: languageCodes.map((code) => ({ value: code, label: languages[code].name })),
          chosen: [language],
          pick: (code) => void switchLanguage(languageCodes.find((one) => one === code) ?? "en"),
        },
      },
      { id: "keys", label: text("keys.title"), Icon: IconKeyboard, keys: ["?"], run: () => shortcutList$.set(true) },
      { id: "log-out", label: text("action.logOut"), Icon: IconLogout, run: () => void navigate(paths.logout) },
    ],
    [dark, language, mayCreateTasks, navigate, text, toggle],
  );
  useCommands(useMemo(() => ({ title: null, commands }), [commands]));
  return null;
}
