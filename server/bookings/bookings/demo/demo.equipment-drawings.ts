import { rectShape, gradientFill, ellipseShape, pathShape, svgDocument } from "./demo.place-drawings";

const shapesByKind: Readonly<Record<string, readonly string[]>> = {
  projector: [
    pathShape("M318 176L480 96V300L318 214z", "#fff4c9", 'opacity=".55"'),
    rectShape(150, 150, 176, 84, "url(#shell)", 16),
    rectShape(168, 234, 26, 12, "#4a5359", 4),
    rectShape(282, 234, 26, 12, "#4a5359", 4),
    ellipseShape(298, 192, 32, 32, "#2b3338"),
    ellipseShape(298, 192, 22, 22, "url(#glass)"),
    ...[0, 1, 2, 3].map((n) => rectShape(172, 170 + n * 12, 62, 5, "#9aa4aa", 2)),
    ellipseShape(190, 226, 4, 4, "#3fa56b"),
  ],
  screen: [
    rectShape(116, 52, 248, 14, "#2b3338", 7),
    rectShape(126, 66, 228, 136, "#fdfdfc"),
    rectShape(126, 66, 228, 136, "url(#light)"),
    rectShape(116, 200, 248, 8, "#4a5359", 4),
    rectShape(236, 208, 8, 46, "#4a5359"),
    pathShape("M240 236l58 22h-14l-44-14-44 14h-14z", "#4a5359"),
  ],
  camera: [
    rectShape(146, 132, 188, 118, "url(#dark)", 18),
    pathShape("M196 132l12-22h64l12 22z", "#22292d"),
    ellipseShape(240, 190, 52, 52, "#171c1f"),
    ellipseShape(240, 190, 40, 40, "url(#glass)"),
    ellipseShape(228, 176, 12, 9, "#ffffff", 'opacity=".5"'),
    rectShape(292, 148, 24, 14, "#f2e4b4", 4),
    ellipseShape(166, 152, 6, 6, "#c2413b"),
  ],
  microphone: [
    pathShape("M222 136h36l-10 116h-16z", "url(#dark)"),
    ellipseShape(240, 112, 34, 38, "#59626a"),
    ellipseShape(240, 112, 34, 38, "url(#mesh)"),
    rectShape(206, 128, 68, 12, "#c9d0d4", 6),
    rectShape(234, 176, 12, 22, "#3fa56b", 4),
  ],
  laptop: [
    rectShape(142, 92, 196, 132, "#2b3338", 10),
    rectShape(152, 102, 176, 110, "url(#glass)", 4),
    pathShape("M152 102H250L196 212H152z", "#ffffff", 'opacity=".12"'),
    pathShape("M118 224H362L386 252H94z", "url(#shell)"),
    rectShape(94, 252, 292, 7, "#9aa4aa", 3),
    pathShape("M206 236h68l6 10h-80z", "#b4bcc1"),
  ],
};

export function drawEquipment({ kind }: { kind: string }): string {
  return svgDocument(
    [
      gradientFill("wall", "#dfe9ea", "#fbfcfc"),
      gradientFill("top", "#e9d6bb", "#b9966c"),
      gradientFill("shell", "#ffffff", "#c9d0d4"),
      gradientFill("dark", "#59626a", "#22292d"),
      gradientFill("glass", "#4d7d94", "#17303b"),
      gradientFill("light", "#e9f3fa", "#ffffff"),
      gradientFill("mesh", "#8d979e", "#3a4248"),
    ],
    [
      rectShape(0, 0, 480, 320, "url(#wall)"),
      rectShape(36, 24, 92, 138, "#f4f9fc", 4),
      rectShape(44, 32, 76, 122, "#cfe5f3", 2),
      pathShape("M0 232H480V320H0z", "url(#top)"),
      ellipseShape(240, 258, 150, 14, "#5d452d", 'opacity=".28"'),
      ...(shapesByKind[kind] ?? shapesByKind.laptop ?? []),
    ],
  );
}
