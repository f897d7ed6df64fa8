export { categoryAxis, timeAxis, valueAxis, zoom } from "./axes.ts";
export { Chart, type ChartOption } from "./chart.tsx";
export { type ChartTheme, useChartTheme } from "./chart-theme.ts";
