const padding = 8;

/**
 * Placement of all dropdowns: flipped, shifted and shrunk until they fit, then scrollable. On phones menus and popovers are bottom sheets
 * (mantine.css) over a scrim that closes them. The theme applies it to every menu, popover and list.
 */
export const dropdownProps = {
  shadow: "md",
  radius: "md",
  transitionProps: { transition: "pop", duration: 120 },
  middlewares: { flip: { padding }, shift: { padding }, size: { padding } },
} as const;

export const bottomSheetProps = { withOverlay: true, overlayProps: { className: "sheet-scrim", fixed: true } } as const;

/** Moves a popup towards the inline end, also so far that it no longer touches its button. */
export const shiftedProps = (mainAxis: number, shiftBy: number) => ({
  offset: { mainAxis, crossAxis: shiftBy },
  middlewares: { ...dropdownProps.middlewares, ...(shiftBy !== 0 && { shift: { padding, limiter: undefined } }) },
});

/** Menus at the pointer may cover its position before they scroll, like system menus. */
export const atPointerProps = {
  middlewares: { ...dropdownProps.middlewares, shift: { padding, crossAxis: true, limiter: undefined } },
};
