import { type Dispatch, useEffect, useLayoutEffect, useReducer, useState } from "react";
import { useHasInbox } from "../../approvals/inbox/useWaitingCount";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useCan, useCurrentUser, useHasFeature } from "../../platform/session";
import { useStore } from "../../platform/store";
import { type Command, commands$ } from "../../ui/palette/palette";
import { ArgumentStep } from "./ArgumentStep";
import type { PaletteItem } from "./items";
import { localItems } from "./local-items";
import { foldInAdvance, type PaletteGroup, type Section } from "./match";
import { PaletteList } from "./PaletteList";
import { emptyPalette, type PaletteAction, paletteReducer, type PaletteState } from "./palette.state";
import { useRecentItems } from "./useServerHits";
import { creationItems, screenItems } from "./screens";

const reducer = paletteReducer<PaletteItem>;

export function PaletteBody({ hasPanel }: { hasPanel: boolean }) {
  const [state, dispatch] = useReducer(reducer, null, emptyPalette<PaletteItem>);
  const [step, setStep] = useState<PaletteItem | null>(null);
  useKnownItems(dispatch);
  // The options of a command may still be loading when its step opens.
  if (step) return <ArgumentStep item={state.itemById.get(step.id) ?? step} onBack={() => setStep(null)} />;
  return <PaletteList state={state} dispatch={dispatch} hasPanel={hasPanel} onStep={setStep} />;
}

export type PaletteProps = { state: PaletteState<PaletteItem>; dispatch: Dispatch<PaletteAction<PaletteItem>> };

/** Records loaded when the palette was opened, and the commands of the screen below it. */
function useKnownItems(dispatch: PaletteProps["dispatch"]): void {
  const text = useText();
  const me = useCurrentUser();
  const [can, hasFeature, hasInbox] = [useCan(), useHasFeature(), useHasInbox()];
  const [loaded] = useState(() => localItems(me));
  const [screens] = useState(() =>
    screenItems({ can, hasFeature }, text).filter(({ to }) => hasInbox || to !== paths.inbox),
  );
  const [creates] = useState(() => creationItems({ can, hasFeature }, text));
  useEffect(() => foldInAdvance([...loaded, ...screens]), [loaded, screens]);
  const groups = useStore(commands$);
  const recent = useRecentItems();
  useLayoutEffect(() => {
    const commands = groups.map(({ title, commands }) => ({ title, items: commands.map(commandItem) }));
    dispatch({
      type: "known",
      items: [...recent, ...loaded, ...screens, ...creates, ...commands.flatMap(({ items }) => items)],
      initial: [
        ...commands.flatMap(({ title, items }) => (title === null ? [] : [sectionOf("here", items, title)])),
        sectionOf("recent", recent),
        sectionOf("do", [...creates, ...commands.flatMap(({ title, items }) => (title === null ? items : []))]),
      ],
    });
  }, [creates, dispatch, groups, loaded, recent, screens]);
}

/** Commands come before screens that match equally well. */
const commandItem = (command: Command, at: number): PaletteItem => ({
  id: `command:${command.id}`,
  group: "do",
  key: null,
  title: command.label,
  snippet: null,
  weight: at - 1_000,
  sign: { Icon: command.Icon },
  context: null,
  command,
  ...(command.keys ? { keys: command.keys } : {}),
});

const sectionOf = (group: PaletteGroup, items: readonly PaletteItem[], title?: string): Section<PaletteItem> => ({
  group,
  late: false,
  items,
  count: items.length,
  ...(title === undefined ? {} : { title }),
});
