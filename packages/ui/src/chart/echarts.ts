import { BarChart, LineChart, ScatterChart } from "echarts/charts";
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { init as create, use as register } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

// Registers only the chart types and parts that screens use. The whole of ECharts would be three times as large.
register([
  BarChart,
  LineChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  DataZoomComponent,
  MarkAreaComponent,
  MarkLineComponent,
  CanvasRenderer,
]);

// Declares a constant instead of exporting `init` of "echarts/core" directly. Otherwise the bundler would import `init`
// from there and leave out this module with its call of `register`, because the package declares no side effects.
export const init = create;
