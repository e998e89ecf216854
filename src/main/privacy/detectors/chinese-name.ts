import { groupRange, type Detector, type Span } from '../detector.ts';

/** The commonest surnames; together they cover more than nine people in ten. */
const surnames = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝',
);
const compound = new Set([
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '东方',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '令狐',
  '司徒',
  '夏侯',
  '端木',
  '南宫',
  '长孙',
  '宇文',
  '轩辕',
]);
/** Surnames that are also everyday words: not taken as the start of a longer name before a title. */
const ordinary = new Set(
  '于和向任应安温时成连边全明路游单关解管车文方高平包尚易符简项宗应时曲查师商段钟石金黄白左孔龙毛叶梁江田余武康牛麦米柏席党费景司卓古都农沙丛阳华谷兰麻池盛冷计水温房仓滕申常',
);

const cue =
  /(?:联系人|姓名|操作员|操作工|操作者|报修人|报修|维修人员?|维修工|检修人员?|负责人|签名|签字|签收人?|技术员|班长|经办人|审核人?|审批人?|批准人?|值班人?员?|客户|巡检人?员?|工程师|收件人|寄件人|驾驶员|司机|申请人|验收人|记录人|填表人|当事人|用户|业主|我叫|我是|名叫|主管|经理|主任|厂长|师傅)(?<separator>\s{0,2}[:：]\s{0,3}|是|为|叫| {1,2}|)(?=\p{Script=Han})/gu;
const separatorNeeded =
  /^(?:报修|维修工|班长|审核|审批|批准|值班|客户|工程师|司机|用户|业主|我是|主管|经理|主任|厂长|师傅|操作工|签收|技术员|巡检|签字|签名|维修人员?|检修人员?|操作员|负责人|值班人?员?)$/;
const endOfName =
  /(?:先生|女士|小姐|师傅|电话|手机|微信|联系|工号|身份证|住址|地址|日期|时间|经理|主任|工程师|部门|班组|单位|公司|邮箱|已|于|在|的|和|与|及|说|称|报|反映|确认|更换|检查|维修|处理|发现)/u;
const notAName =
  /^(?:已|未|无|不|请|现场|设备|公司|正常|异常|如下|同上|待|自行|有限|反映|反馈|要求|确认|报告|说明|更换|检查|维修|处理|高温|高压|高速|金属|石墨|江苏|安全|安装|文件|方案|方法|时间|温度|成品|成功|全部|明天|明显|路径|单位|单独|关闭|解决|管理|管路|车间|车辆|平台|白班|白色|黄色|黄油|马达|马上|万能|水泵|雷达|龙门|毛刺|石油|钱|应急|易损|连接|边缘|项目|武汉|宁波|温州|苏州|广州|杭州|上海|北京|金华|常州)/u;

const title =
  /(?<title>先生|女士|小姐|师傅|经理|主任|工程师|老师|班长|厂长|科长|部长|处长|局长|主管|组长|技师|队长|站长|所长|车间主任|同志|医生|老板|总监|总工|总经理|董事长|助理|警官|律师)|(?<short>工|总)(?![作程序艺具业厂人件时装况位段字会地种资期频控匠艺率步夹量头成线是体计数共阀泵开电要结长而和之有管路站图闸])/dgu;
const notBeforeWorker = new Set('施管车华金石毛麻龙全时应边关包成和任游安');
const han = /\p{Script=Han}/u;

/** Before an everyday surname only these make it a name: 找高经理, but not 安全主管 or 公司经理. */
const leads = /[找请叫让问是给跟对向由和与的小老系知被把到及、]/;

function nameBefore(text: string, at: number, isShort: boolean): number | undefined {
  const [one, two, three] = [text[at - 1] ?? '', text[at - 2] ?? '', text[at - 3] ?? ''];
  const isSurname = (ch: string) => surnames.has(ch);
  if (compound.has(two + one)) return at - 2;
  const isLoose = ordinary.has(one) && han.test(two) && !leads.test(two);
  if (isShort) {
    if (isLoose) return undefined;
    if (!isSurname(one) || notBeforeWorker.has(one)) return undefined;
    // 老王总 and 小张工 are people; 每周工 and 本周总 are not.
    return /[每本上下一二三四五六七双单]/.test(two) && one === '周' ? undefined : at - 1;
  }
  if (compound.has((text[at - 4] ?? '') + three) && han.test(two) && han.test(one)) return at - 4;
  if (isSurname(three) && !ordinary.has(three) && han.test(two) && han.test(one) && !notAName.test(three + two) && !isSurname(one))
    return at - 3;
  if (isSurname(three) && !ordinary.has(three) && han.test(two) && isSurname(one) && !han.test(text[at - 4] ?? '')) return at - 3;
  if (isSurname(one) && !isLoose) return at - 1;
  if (isSurname(two) && !ordinary.has(two) && han.test(one) && !notAName.test(two + one)) return at - 2;
  return undefined;
}

function nameAfter(rest: string): number {
  const run = /^\p{Script=Han}{2,8}/u.exec(rest)?.[0] ?? '';
  if (run === '' || notAName.test(run)) return 0;
  const surname = compound.has(run.slice(0, 2)) ? 2 : surnames.has(run[0] ?? '') ? 1 : 0;
  if (surname === 0) return 0;
  const stop = run.slice(1).search(endOfName);
  const length = stop === -1 ? run.length : stop + 1;
  if (length < 2) return stop === 0 ? 1 : 0;
  return Math.min(length, surname + 2);
}

/** Chinese names: after 联系人, 姓名, 操作员 …, and before a title (王工, 张师傅, 李经理). 施工, 电工, 人工 are work, not people. */
export const chineseName: Detector = {
  kind: 'NAME',
  detect({ text }) {
    const spans: Span[] = [];
    const put = (start: number, end: number) => {
      if (end > start) spans.push({ kind: 'NAME', start, end, canonical: text.slice(start, end) });
    };
    if (!han.test(text)) return spans;
    for (const match of text.matchAll(cue)) {
      const separator = match.groups?.['separator'] ?? '';
      const word = match[0].slice(0, match[0].length - separator.length);
      if (separator === '' && separatorNeeded.test(word)) continue;
      if (separator.trim() === '' && separator !== '' && separatorNeeded.test(word) && !/[人员]$/.test(word)) continue;
      const start = match.index + match[0].length;
      put(start, start + nameAfter(text.slice(start, start + 8)));
    }
    for (const match of text.matchAll(title)) {
      const range = groupRange(match, 'title') ?? groupRange(match, 'short');
      if (!range) continue;
      const isShort = match.groups?.['short'] !== undefined;
      const start = nameBefore(text, range.start, isShort);
      // The short title goes with the name (王工); a long one stays outside, as `Mr` does.
      if (start !== undefined)
        spans.push({ kind: 'NAME', start, end: isShort ? range.end : range.start, canonical: text.slice(start, range.start) });
    }
    return spans;
  },
};
