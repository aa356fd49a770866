import { Button, Menu, useDirection } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import type { RefObject } from "react";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { DateField } from "../../ui/fields/DateField";
import type { CanvasHandle } from "./ChartCanvas";
import { renderChartFile, type ChartFormat, chartFormats, readThemeColours, renderSvg } from "./chart-export";
import classes from "./org-chart.module.css";
import type { OrgChartData } from "./useChartForest";

export function AsOfDateField({
  chart: { today, as_of: asOf, plans },
  set,
}: {
  chart: OrgChartData;
  set: (changes: Record<string, string | null>) => void;
}) {
  const text = useText();
  return (
    <span className={classes.asOf} data-other={asOf !== today || undefined}>
      <DateField
        size="xs"
        aria-label={text("orgChart.asOf")}
        value={asOf}
        max={plans ? undefined : today}
        onChange={(day) => set({ on: day === null || day === today ? null : day })}
      />
      {asOf !== today && (
        <Button size="xs" variant="light" onClick={() => set({ on: null })}>
          {text("orgChart.asOf.today")}
        </Button>
      )}
    </span>
  );
}

export function ChartExportMenu({ canvas }: { canvas: RefObject<CanvasHandle | null> }) {
  const text = useText();
  const { dir } = useDirection();
  const save = async (format: ChartFormat) => {
    const drawing = canvas.current?.drawing();
    if (!drawing) return;
    const title = text("title.orgChart");
    const svg = renderSvg(drawing, { colours: readThemeColours(document.documentElement), rtl: dir === "rtl", title });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await renderChartFile(svg, format));
    link.download = `organization-chart.${format}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
        >
          {text("orgChart.export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {chartFormats.map((format) => (
          <Menu.Item key={format} onClick={() => save(format).catch((error: Error) => reportFailure(error))}>
            {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
