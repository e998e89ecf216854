import { describe, expect, it } from 'vitest';
import type { PiiKind } from '../../src/main/domain/masked.ts';
import { createMasker } from '../../src/main/privacy/masker.ts';

const masker = createMasker({ secret: new Uint8Array(32).fill(7), ownWords: ['Acme Bau', '小红楼', 'Li'] });

// [kind, text, the value that must be gone]
const found: readonly [PiiKind, string, string][] = [
  ['PHONE', 'Tel: 138 0013 8000', '138 0013 8000'],
  ['PHONE', 'rang 13800138000 twice', '13800138000'],
  ['PHONE', '电话：１３８００１３８０００', '１３８００１３８０００'],
  ['PHONE', '请打139-1234-5678找他', '139-1234-5678'],
  ['PHONE', '+86 138 0013 8000', '+86 138 0013 8000'],
  ['PHONE', '手机 138OO1380l0', '138OO1380l0'],
  ['PHONE', '1\u200b3800138000', '3800138000'],
  ['PHONE', 'office 0571-88231234', '0571-88231234'],
  ['PHONE', '热线 400-820-8888', '400-820-8888'],
  ['PHONE', '(905) 674-3793', '(905) 674-3793'],
  ['PHONE', 'seen on 905‑674‑3793', '674'],
  ['PHONE', '+49 171 1234567', '+49 171 1234567'],
  ['PHONE', '+44 (0)20 7946 0018', '7946'],
  ['PHONE', '+33 6 12 34 56 78', '12 34 56 78'],
  ['PHONE', 'reach me at 07700 900123', '07700 900123'],
  ['PHONE', 'Phone: 88231234 ext. 12', '88231234 ext. 12'],
  ['PHONE', '٠١٢ call: ٠١٢٣٤٥٦٧٨٩', '٠١٢٣٤٥٦٧٨٩'],
  ['PHONE', 'call me on 01.84.17.61.18', '17.61.18'],
  ['PHONE', 'Desk: 345-899-3560x4587', '345-899-3560x4587'],
  ['PHONE', 'Fax: 71-33-52-22', '71-33-52-22'],
  ['EMAIL', 'john.doe+x@mail.example.co.uk', 'john.doe+x@mail.example.co.uk'],
  ['EMAIL', '写信到wang@abc.cn吧', 'wang@abc.cn'],
  ['EMAIL', 'john ＠ example.com', 'example.com'],
  ['EMAIL', 'john (at) example.com', 'john'],
  ['CN_ID', 'id 11010519491231002X', '11010519491231002X'],
  ['CN_ID', '身份证 110105 19491231 0021', '19491231'],
  ['CN_ID', '11010519491231002x', '11010519491231002x'],
  ['PASSPORT', 'passport no. E12345678', 'E12345678'],
  ['PASSPORT', '护照号：G12345678', 'G12345678'],
  ['CARD', 'paid with 4111 1111 1111 1111', '4111 1111 1111 1111'],
  ['CARD', '银行卡 6222021234567890123', '6222021234567890123'],
  ['IBAN', 'DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
  ['IBAN', 'gb82west12345698765432', 'gb82west12345698765432'],
  ['PLATE', '京A·12345', '京A·12345'],
  ['PLATE', '粤B12345D', '粤B12345D'],
  ['PLATE', '车牌：沪C88888', '沪C88888'],
  ['PLATE', 'licence plate: AB12 CDE', 'AB12 CDE'],
  ['IP', 'from 203.0.113.5', '203.0.113.5'],
  ['IP', '2001:db8:85a3::8a2e:370:7334', '2001:db8:85a3::8a2e:370:7334'],
  ['GPS', '30.274085, 120.155070', '30.274085, 120.155070'],
  ['GPS', '30°16′27″N 120°09′18″E', '30°16′27″N'],
  ['GPS', '坐标：30.27, 120.15', '30.27, 120.15'],
  ['ADDRESS', '浙江省杭州市西湖区文三路90号2栋301室', '文三路90号2栋301室'],
  ['ADDRESS', '送到建国路88号', '建国路88号'],
  ['ADDRESS', '3栋2单元501室', '3栋2单元501室'],
  ['ADDRESS', 'at 123 Main Street, Springfield, IL 62704', '123 Main Street, Springfield, IL 62704'],
  ['ADDRESS', 'Hauptstraße 12, 80331 München', 'Hauptstraße 12'],
  ['ADDRESS', 'P.O. Box 1234', 'P.O. Box 1234'],
  ['NAME', 'Contact: John Smith', 'John Smith'],
  ['NAME', 'OPERATOR: JANE DOE', 'JANE DOE'],
  ['NAME', 'reported by Anna Kowalska', 'Anna Kowalska'],
  ['NAME', 'Mr. Brown said', 'Brown'],
  ['NAME', 'Frau Müller', 'Müller'],
  ['NAME', 'signed: K. Tanaka', 'Tanaka'],
  ['NAME', 'Maria Gonzalez changed the seal', 'Maria Gonzalez'],
  ['NAME', 'Technician Kowalczyk replaced it', 'Kowalczyk'],
  ['NAME', 'call Mr. Brown and Mr. Green', 'Green'],
  ['NAME', 'seen by Ravil G. Yefimov', 'Yefimov'],
  ['NAME', 'Kowalczyk asked for a new seal', 'Kowalczyk'],
  ['NAME', 'handed over to Dave', 'Dave'],
  ['NAME', '联系人：李明', '李明'],
  ['NAME', '联系人:王小明电话', '王小明'],
  ['NAME', '姓名 欧阳修', '欧阳修'],
  ['NAME', '王工说不用换', '王工'],
  ['NAME', '请张师傅来', '张'],
  ['NAME', '李经理批准', '李'],
  ['NAME', '赵金龙师傅', '赵金龙'],
  ['NAME', '陈先生反映', '陈'],
  ['MESSENGER', '微信号: zhang_san88', 'zhang_san88'],
  ['MESSENGER', '微信zhangsan88', 'zhangsan88'],
  ['MESSENGER', 'QQ：12345678', '12345678'],
  ['MESSENGER', 'Skype: live.joe', 'live.joe'],
  ['CREDENTIAL', 'user: admin password: Secret99!', 'Secret99!'],
  ['CREDENTIAL', 'user: admin password: Secret99!', 'admin'],
  ['CREDENTIAL', 'the password is hunter2', 'hunter2'],
  ['CREDENTIAL', '密码：abc123', 'abc123'],
  ['CREDENTIAL', '密码改为 Xy-77', 'Xy-77'],
  ['CREDENTIAL', '{"password": "correct horse"}', 'correct horse'],
  ['CREDENTIAL', 'DB_PASSWORD=topsecret', 'topsecret'],
  ['CREDENTIAL', '<password>geheim</password>', 'geheim'],
  ['CREDENTIAL', 'login: root / toor99', 'toor99'],
  ['CREDENTIAL', '用户名：admin 密码：8888', '8888'],
  ['SECRET', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'ghp_abc'],
  ['SECRET', 'AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
  ['SECRET', 'api_key = "9f8a7b6c5d4e3f2a1b0c"', '9f8a7b6c5d4e3f2a1b0c'],
  ['SECRET', 'Authorization: Bearer abcDEF1234567890abcDEF', 'abcDEF1234567890abcDEF'],
  ['SECRET', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF_123', 'eyJzdWIi'],
  ['SECRET', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc+/=\n-----END RSA PRIVATE KEY-----', 'MIIEow'],
  ['URL_CREDENTIAL', 'ftp://joe:s3cret@10.0.0.7/share', 's3cret'],
  ['OWN_WORD', 'site of acme  bau', 'acme'],
  ['OWN_WORD', '在小红楼后面', '小红楼'],
];

describe('personal data that must go', () => {
  it.each(found)('%s: %s', (kind, text, value) => {
    const result = masker.mask(text);
    expect(result.text).not.toContain(value);
    expect(result.counts.map((count) => count.kind)).toContain(kind);
    expect(masker.mask(result.text).text).toBe(result.text);
  });

  it('keeps the words around it', () => {
    expect(masker.mask('Pump P-101 down, call Mr. Brown on 138 0013 8000 before 16:30.').text).toMatch(
      /^Pump P-101 down, call Mr\. \[NAME:[0-9a-f]{12}\] on \[PHONE:[0-9a-f]{12}\] before 16:30\.$/,
    );
  });
});
