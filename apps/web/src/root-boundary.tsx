import { Component, type ReactNode } from "react";

/**
 * Outermost error boundary. It catches the failure to load a chunk, and errors outside of any page. The chunk with the
 * texts may have failed too, so this component contains its texts in all three languages.
 */
export class RootBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main role="alert" className="root-failed">
        <p lang="zh-Hans">页面加载失败，请检查网络后重新加载。</p>
        <p lang="zh-Hant">頁面載入失敗，請檢查網路後重新載入。</p>
        <p lang="en">The page could not be loaded. Check the connection and reload.</p>
        <button type="button" onClick={() => location.reload()}>
          ↻ 重新加载 · 重新載入 · Reload
        </button>
      </main>
    );
  }
}
