import { describe, expect, it } from 'vitest';
import { createMasker } from '../../src/main/privacy/masker.ts';

const masker = createMasker({ secret: new Uint8Array(32).fill(7), ownWords: ['Li'] });

const kept = [
  'E-204', 'HP-40', 'S/N 88231-A7', 'S/N: 13812345678', '序列号 1234567890123456', 'P/N 100-4471', 'order 4500123456', 'call order 1004471',
  '工单号 20240115001', 'asset 100447123', 'ticket #905-674-3793', '6205-2RS', '0 445 120 123', '0815 4711', 'M12x1.5', '3x400V', 'GE-3.1',
  '25 Nm at 3.5 bar, 250 Nm after', '压力 0.6 MPa 温度 78.5 ℃', '24 VDC 50 Hz 1500 rpm', 'meter 123456789', '读数 13800138', '12345678',
  '2024-01-15 10:30:45', '15.01.2024', '2024/03/05', 'called 2024-01-15', '20240115',
  '192.168.0.10', '10.0.0.1', '172.20.1.1', '169.254.1.1', '127.0.0.1', '255.255.255.0', 'fe80::1', '::1',
  '00:1B:44:11:3A:B7', '00-1B-44-11-3A-B7', 'firmware 1.2.3.4', 'V2.10.3.17', '固件版本 1.2.3.4', 'section 4.1.2.3', '第1.2.3.4节',
  '施工人员', '电工更换', '人工检查', '焊工', '技工', '金工车间', '加工中心', '钳工', '车间主任', '每周总结', '张力传感器', '王牌', '高压开关',
  '油路3号阀', '电路2号端子', '换新K62052', '换新E20451', 'IP address 192.168.1.5', 'MAC address 00:1B:44:11:3A:B7', 'Modbus address 40001', '从站地址：3',
  'Contact K3 welded', 'Contact: Burnt', 'Operator panel replaced', 'Called Siemens Service', 'Technician replaced the pump', 'replaced by new Bearing', 'John Deere 8R',
  'name plate 12345', 'nameplate no. 7781', 'wear plate 12345', '2 axis drive', '3 way valve', 'ISO 9001:2015', 'KUKA KR 210 R2700',
  'password is wrong', 'the password was reset', '密码错误', 'token: required', 'API key missing', 'pin: 12 mm', 'user manual', 'login failed',
  'tel. alarm', 'Line 3 stopped', 'WeChat group', 'limit switch', 'Walzstraße 3', 'Steckplatz 4', 'Kolbenring 12', 'x = 12.345, y = 45.678', '0.25, 0.50', 'DN 50 PN 16',
  'E 204 on HP-40 again', 'Inspect Operator Seat', 'lamp changed to Amber', 'called 15.01.2024 again', 'fixed 12-03-24', '+24 V and -15 V', 'Manual asked for 25 Nm', 'Clean Operator Cab Roof', 'SM2291 Investigate plugged eng oil filte', 'C:\\PLC\\prog_v3', 'https://example.com/manual', 'SKF 22-0815-3',
];

describe('what a technician needs must stay', () => {
  it.each(kept)('%s', (text) => {
    expect(masker.mask(text)).toEqual({ text, counts: [], spans: [] });
  });
});
