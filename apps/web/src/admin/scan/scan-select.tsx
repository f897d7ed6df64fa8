import { ScanOutlined } from "@ant-design/icons";
import type { Query } from "@shotkeeper/contract/kernel";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { ReferenceSelect, type ReferenceSpec } from "@shotkeeper/ui/form";
import { Button } from "antd";
import { useState } from "react";
import { Camera } from "./camera.tsx";
import "./scan.css";

/** Select for the rows of a query, with a button that opens the camera to read the row's code from a label. */
export function ScanSelect<Q extends Query>(p: InputProps & { readonly spec: ReferenceSpec<Q> }) {
  const { scan } = useLocale().inventory;
  const [isScanning, setScanning] = useState(false);
  const [code, setCode] = useState<string>();
  const name = isScanning ? scan.cameraOff : scan.camera;
  return (
    <div className="sk-scan-input">
      <div>
        <ReferenceSelect {...p} code={code} />
        <Button
          icon={<ScanOutlined />}
          aria-label={name}
          title={name}
          aria-expanded={isScanning}
          disabled={p.disabled ?? false}
          onClick={() => {
            setCode(undefined);
            setScanning(!isScanning);
          }}
        />
      </div>
      {isScanning && (
        <Camera
          onCode={(read) => {
            setCode(read);
            setScanning(false);
          }}
        />
      )}
    </div>
  );
}
