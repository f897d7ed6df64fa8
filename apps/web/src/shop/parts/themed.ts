// A module of its own, so that antd is fetched by whoever needs it and not with the frame.
export { Themed } from "@shotkeeper/ui/app";
