import { box, fade, oval, path, svg } from "./demo.place-drawings";

/** What stands on the table, by its kind. */
const things: Readonly<Record<string, readonly string[]>> = {
  projector: [
    path("M318 176L480 96V300L318 214z", "#fff4c9", 'opacity=".55"'),
    box(150, 150, 176, 84, "url(#shell)", 16),
    box(168, 234, 26, 12, "#4a5359", 4),
    box(282, 234, 26, 12, "#4a5359", 4),
    oval(298, 192, 32, 32, "#2b3338"),
    oval(298, 192, 22, 22, "url(#glass)"),
    ...[0, 1, 2, 3].map((n) => box(172, 170 + n * 12, 62, 5, "#9aa4aa", 2)),
    oval(190, 226, 4, 4, "#3fa56b"),
  ],
  screen: [
    box(116, 52, 248, 14, "#2b3338", 7),
    box(126, 66, 228, 136, "#fdfdfc"),
    box(126, 66, 228, 136, "url(#light)"),
    box(116, 200, 248, 8, "#4a5359", 4),
    box(236, 208, 8, 46, "#4a5359"),
    path("M240 236l58 22h-14l-44-14-44 14h-14z", "#4a5359"),
  ],
  camera: [
    box(146, 132, 188, 118, "url(#dark)", 18),
    path("M196 132l12-22h64l12 22z", "#22292d"),
    oval(240, 190, 52, 52, "#171c1f"),
    oval(240, 190, 40, 40, "url(#glass)"),
    oval(228, 176, 12, 9, "#ffffff", 'opacity=".5"'),
    box(292, 148, 24, 14, "#f2e4b4", 4),
    oval(166, 152, 6, 6, "#c2413b"),
  ],
  microphone: [
    path("M222 136h36l-10 116h-16z", "url(#dark)"),
    oval(240, 112, 34, 38, "#59626a"),
    oval(240, 112, 34, 38, "url(#mesh)"),
    box(206, 128, 68, 12, "#c9d0d4", 6),
    box(234, 176, 12, 22, "#3fa56b", 4),
  ],
  laptop: [
    box(142, 92, 196, 132, "#2b3338", 10),
    box(152, 102, 176, 110, "url(#glass)", 4),
    path("M152 102H250L196 212H152z", "#ffffff", 'opacity=".12"'),
    path("M118 224H362L386 252H94z", "url(#shell)"),
    box(94, 252, 292, 7, "#9aa4aa", 3),
    path("M206 236h68l6 10h-80z", "#b4bcc1"),
  ],
};

/** A piece of equipment on a table by the window. */
export function drawPiece({ kind }: { kind: string }): string {
  return svg(
    [
      fade("wall", "#dfe9ea", "#fbfcfc"),
      fade("top", "#e9d6bb", "#b9966c"),
      fade("shell", "#ffffff", "#c9d0d4"),
      fade("dark", "#59626a", "#22292d"),
      fade("glass", "#4d7d94", "#17303b"),
      fade("light", "#e9f3fa", "#ffffff"),
      fade("mesh", "#8d979e", "#3a4248"),
    ],
    [
      box(0, 0, 480, 320, "url(#wall)"),
      box(36, 24, 92, 138, "#f4f9fc", 4),
      box(44, 32, 76, 122, "#cfe5f3", 2),
      path("M0 232H480V320H0z", "url(#top)"),
      oval(240, 258, 150, 14, "#5d452d", 'opacity=".28"'),
      ...(things[kind] ?? things.laptop ?? []),
    ],
  );
}
