import { onlyAfterReady, onlyKnown } from './ready-state.ts';

/** What was shown, and what the user answers. */
export const shown = {
  errors: [] as string[],
  messages: [] as string[],
  folderQuestions: 0,
  folderAnswer: { canceled: true, filePaths: [] } as { canceled: boolean; filePaths: string[] },
  menu: null as readonly MenuItem[] | null,
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
};

export const dialog = {
  showErrorBox(title: string, content: string): void {
    shown.errors.push(`${title}: ${content}`);
  },
  async showMessageBox(_window: unknown, options: { type: string; message: string }): Promise<{ response: number }> {
    onlyAfterReady('dialog.showMessageBox');
    onlyKnown('showMessageBox', options, ['type', 'message', 'detail', 'title', 'buttons']);
    shown.messages.push(options.message);
    return { response: 0 };
  },
  async showOpenDialog(_window: unknown, options: { properties: readonly string[] }): Promise<{ canceled: boolean; filePaths: string[] }> {
    onlyAfterReady('dialog.showOpenDialog');
    if (!options.properties.includes('openDirectory')) throw new Error('only folders are asked for');
    shown.folderQuestions += 1;
    return shown.folderAnswer;
  },
};

export interface MenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly submenu?: readonly MenuItem[];
}

const roles = ['appMenu', 'fileMenu', 'editMenu', 'windowMenu', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen', 'toggleDevTools'];

function checkItem(item: MenuItem): void {
  if (item.role === undefined && item.type !== 'separator' && item.label === undefined)
    throw new Error('Invalid template for MenuItem: must have at least one of label, role or type');
  if (item.role !== undefined && !roles.includes(item.role)) throw new Error(`the stand-in does not know the role ${item.role}`);
  item.submenu?.forEach(checkItem);
}

export const Menu = {
  buildFromTemplate(template: readonly MenuItem[]): readonly MenuItem[] {
    template.forEach(checkItem);
    return template;
  },
  setApplicationMenu(menu: readonly MenuItem[] | null): void {
    onlyAfterReady('Menu.setApplicationMenu');
    shown.menu = menu;
  },
};

export const nativeTheme = { shouldUseDarkColors: false };

export const screen = {
  getAllDisplays() {
    onlyAfterReady('screen');
    return shown.displays;
  },
};
