import { ActionIcon } from "@mantine/core";
import { useClickOutside, useMergedRef } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useText } from "../platform/intl/useText";
import { foldRow } from "./fold";
import classes from "./Fold.module.css";

interface FoldProps {
  children: ReactNode;
  /** True for a group at the end of its row. */
  atEnd?: boolean;
  className?: string | undefined;
  /** Renders as navigation with this name. */
  navigation?: string | undefined;
  ref?: RefObject<HTMLElement | null>;
}

/**
 * Part of a row of tools that puts what doesn't fit into a menu, so that the row never wraps. The items stay where they are in the
 * document and keep their state; the open menu draws them below the row, over the content.
 */
export function Fold({ children, atEnd, className = "", navigation, ref }: FoldProps) {
  const text = useText();
  /** The size of the closed row while the menu is open: its items are then above the content and no longer give the row a size. */
  const [size, setSize] = useState<CSSProperties | null>(null);
  const isOpen = size !== null;
  const close = useCallback(() => setSize(null), []);
  const fold = useRef<HTMLDivElement>(null);
  const moreButton = useRef<HTMLButtonElement>(null);
  useFolding(fold, close);
  const outside = useClickOutside<HTMLElement>((event) => {
    if (!(event.target as Element).closest("[data-portal]")) close();
  });
  const items = useMergedRef(outside, ref ?? null);
  useEffect(() => {
    const part = fold.current;
    if (!isOpen || !part) return;
    part.querySelector<HTMLElement>("[data-folded] :is(a, button, input), [data-folded]")?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
      moreButton.current?.focus();
    };
    part.addEventListener("keydown", onKeyDown);
    return () => part.removeEventListener("keydown", onKeyDown);
  }, [isOpen, close]);
  const toggle = () => {
    const { offsetWidth, offsetHeight } = fold.current as HTMLElement;
    setSize(isOpen ? null : { inlineSize: offsetWidth, blockSize: offsetHeight });
  };
  const Row = navigation === undefined ? "div" : "nav";
  return (
    <div
      ref={fold}
      className={classes.fold}
      data-fold
      data-at-end={atEnd || undefined}
      data-open={isOpen || undefined}
      style={size ?? undefined}
    >
      <Row
        ref={items}
        className={`${classes.items} ${className}`}
        aria-label={navigation}
        data-no-paper={navigation === undefined ? undefined : true}
      >
        {children}
        <ActionIcon
          ref={moreButton}
          size={28}
          className={classes.more}
          data-fold-more
          aria-expanded={isOpen}
          aria-label={text("ui.moreTools")}
          title={text("ui.moreTools")}
          onClick={toggle}
        >
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <span className={classes.break} aria-hidden />
      </Row>
    </div>
  );
}

function useFolding(fold: { current: HTMLElement | null }, onResize: () => void): void {
  useLayoutEffect(() => {
    const part = fold.current as HTMLElement;
    const row = part.closest<HTMLElement>("[data-tools]") ?? part;
    const refold = () => foldRow(row);
    refold();
    let width = row.clientWidth;
    const sizes = new ResizeObserver(() => {
      if (row.clientWidth !== width) onResize();
      width = row.clientWidth;
      refold();
    });
    sizes.observe(row);
    const contents = new MutationObserver(refold);
    contents.observe(row, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ["data-on", "aria-current"],
    });
    void document.fonts.ready.then(refold);
    return () => {
      sizes.disconnect();
      contents.disconnect();
    };
  }, [fold, onResize]);
}
